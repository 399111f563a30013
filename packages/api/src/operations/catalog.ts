/** Contents of the graph by label, edge type and property key. */
import { z } from 'zod';
import { operations } from '../operation.js';

const entry = {
  name: z.string(),
  count: z.int().meta({ description: 'Nodes with the label, edges of the type, or values of the property' }),
  firstSeen: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Null if it was in the graph before the graph counted its contents' }),
  lastSeen: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The last write that added, changed or removed one of them; null as above' }),
};
const entrySchema = z.object(entry).meta({ id: 'CatalogEntry' });
const keySchema = z
  .object({
    ...entry,
    types: z
      .record(z.string(), z.int())
      .meta({ description: 'Number of values by type, such as `STRING` or `INTEGER`' }),
  })
  .meta({ id: 'CatalogKey' });

const catalogSchema = z
  .object({
    nodes: z.int(),
    edges: z.int(),
    labels: z.array(entrySchema),
    edgeTypes: z.array(entrySchema),
    propertyKeys: z.array(keySchema).meta({ description: 'Properties of nodes' }),
    edgePropertyKeys: z.array(keySchema).meta({ description: 'Properties of edges' }),
    isExact: z.boolean().meta({
      description:
        'Whether the counts are exact. They are estimates while the data of an older version is being ' +
        'counted, after a crash without a journal, and if names are missing',
    }),
    isTruncated: z.boolean().meta({
      description: 'Whether names are missing, because a shard counts at most 10,000 of each kind',
    }),
  })
  .meta({ id: 'GraphCatalog' });

export const catalogOperations = operations({
  getCatalog: {
    topic: 'cypher',
    summary: 'Get the labels, edge types and property keys of the graph',
    description:
      'The graph counts its contents as it is written, so this costs the same for any size of the graph. ' +
      'Entries are in the order of their names.',
    answer: { description: 'All names with their counts', schema: catalogSchema },
  },
});

export type CatalogOperations = typeof catalogOperations;

export type CatalogView = z.output<typeof catalogSchema>;
