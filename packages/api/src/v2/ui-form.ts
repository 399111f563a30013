/** User interface settings as the two forms of version 2 accept and show them. */
import {
  defaulted,
  keyed,
  lenientDouble,
  nodeStyleFields,
  optional,
  quickQuerySchema,
  valueScaleSchema,
  type NodeAppearance,
  type QuickQuery,
} from '@weir/definitions';
import { z } from 'zod';
import { nodeAppearanceV1 } from '../v1/shown.js';
import { strictObject } from '../strict-object.js';

const predicate = strictObject({
  propertyKeys: z.array(z.string()).meta({ description: 'Properties that the node must have' }),
  knownValues: keyed(z.unknown()).meta({ description: 'Properties with these exact values' }),
  dbLabel: optional(z.string()).meta({ description: 'Label that the node must have' }),
});

export const sampleQueriesV2 = z.array(
  strictObject({ name: z.string(), query: z.string() }).meta({ id: 'SampleQueryV2' }),
);

export const quickQueriesV2 = z.array(
  strictObject({
    predicate,
    quickQuery: strictObject({
      name: z.string().meta({ description: 'Name in the node menu' }),
      querySuffix: z.string().meta({ description: 'Cypher after the MATCH of the node `n`' }),
      sort: defaulted(z.enum(['NODE', 'TEXT']), 'NODE'),
      edgeLabel: optional(z.string()).meta({ description: 'Draw an edge with this label to the results' }),
    }),
  }).meta({ id: 'QuickQueryV2' }),
);

export const nodeAppearancesV2 = z.array(
  strictObject({
    predicate,
    size: optional(lenientDouble).meta({ description: 'Icon size in pixels' }),
    icon: optional(z.string()).meta({ description: 'A character, its code point, or the name of an icon' }),
    color: optional(z.string()).meta({ description: 'Any CSS color' }),
    label: optional(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('Constant'), value: z.string() }),
        z.strictObject({ type: z.literal('Property'), key: z.string(), prefix: optional(z.string()) }),
      ]),
    ),
    colorBy: optional(valueScaleSchema).meta({
      description:
        'Property that sets the color: a number selects a shade of `color`, any other value its own color',
    }),
    sizeBy: optional(valueScaleSchema).meta({
      description: 'Property that sets the size: a number selects a size from half of `size` to twice `size`',
    }),
    ...nodeStyleFields,
  }).meta({ id: 'NodeAppearanceV2' }),
);

export function quickQueriesOfV2(queries: z.output<typeof quickQueriesV2>): QuickQuery[] {
  return queries.map(({ predicate: of, quickQuery: { sort, ...quickQuery } }) => ({
    predicate: of,
    quickQuery: { ...quickQuery, queryLanguage: 'Cypher', sort: sort === 'NODE' ? 'Node' : 'Text' },
  }));
}

export function shownQuickQueries(queries: readonly QuickQuery[]): object[] {
  return queries.map(({ predicate: of, quickQuery: { name, querySuffix, sort, edgeLabel } }) => ({
    predicate: of,
    quickQuery: { name, querySuffix, sort: sort === 'Node' ? 'NODE' : 'TEXT', edgeLabel },
  }));
}

export function shownNodeAppearances(appearances: readonly NodeAppearance[]): object[] {
  return appearances.map(nodeAppearanceV1);
}

const SORTS: Readonly<Record<string, string>> = { NODE: 'Node', TEXT: 'Text' };

/** A sort may be a word in either spelling, or an object with that word as its `type`. */
function plainSort(value: unknown): unknown {
  const word: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
  return typeof word === 'string' && Object.hasOwn(SORTS, word) ? SORTS[word] : word;
}

function withPlainSort(value: unknown): unknown {
  const quickQuery =
    typeof value === 'object' && value !== null && 'quickQuery' in value ? value.quickQuery : undefined;
  if (typeof quickQuery !== 'object' || quickQuery === null || !('sort' in quickQuery)) return value;
  return { ...(value as object), quickQuery: { ...quickQuery, sort: plainSort(quickQuery.sort) } };
}

export const envelopedQuickQueries = z.array(z.preprocess(withPlainSort, quickQuerySchema));

export const shownEnvelopedQuickQueries = z.array(
  z
    .object({
      predicate,
      quickQuery: z.object({
        name: z.string(),
        querySuffix: z.string(),
        sort: z.object({ type: z.enum(['Node', 'Text']) }),
        edgeLabel: z.string().optional(),
      }),
    })
    .meta({ id: 'EnvelopedQuickQuery' }),
);

export function envelopedQuickQuery({ predicate: of, quickQuery }: QuickQuery): object {
  const { name, querySuffix, sort, edgeLabel } = quickQuery;
  return { predicate: of, quickQuery: { name, querySuffix, sort: { type: sort }, edgeLabel } };
}
