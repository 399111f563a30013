/** Placeholder that version 1 shows for a stream that it cannot express. It is not accepted as input. */
import { z } from 'zod';
import type { IngestDefinition } from '../ingest-definition.js';

export const onlyInVersion2 = z
  .object({
    type: z.literal('OnlyInVersion2'),
    source: z.string().meta({ description: 'Type of the source', example: 'NatsJetStream' }),
    query: z.string(),
    parameter: z.string(),
    parallelism: z.int(),
    maximumPerSecond: z.int().optional(),
  })
  .meta({
    id: 'OnlyInVersion2',
    description: 'A stream that only version 2 of the API can describe in full',
  });

export type OnlyInVersion2 = z.output<typeof onlyInVersion2>;

export function shownInVersion1(definition: IngestDefinition): OnlyInVersion2 {
  const { source, query, parameter, parallelism, maxPerSecond: maximumPerSecond } = definition;
  return { type: 'OnlyInVersion2', source: source.type, query, parameter, parallelism, maximumPerSecond };
}
