/** Placeholder that version 1 shows for a stream that it cannot express. It is not accepted as input. */
import { z } from 'zod';
import type { IngestDefinition } from '../ingest-definition.js';

export const onlyInVersion2 = z
  .object({
    type: z.literal('OnlyInVersion2'),
    source: z.string().meta({ description: 'The type of its source', example: 'NatsJetStream' }),
    query: z.string(),
    parameter: z.string(),
    parallelism: z.int(),
    maximumPerSecond: z.int().optional(),
  })
  .meta({ id: 'OnlyInVersion2', description: 'A stream of version 2, which tells more of it' });

export type OnlyInVersion2 = z.output<typeof onlyInVersion2>;

export function shownInVersion1(definition: IngestDefinition): OnlyInVersion2 {
  const { source, query, parameter, parallelism, maxPerSecond: maximumPerSecond } = definition;
  return { type: 'OnlyInVersion2', source: source.type, query, parameter, parallelism, maximumPerSecond };
}
