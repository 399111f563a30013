/** Batching of several results in one request, in either version. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int } from '@weir/formats/forms';

/** Maximum results of one request. */
const MOST_RESULTS = 10_000;
const DEFAULT_RESULTS = 100;
const DEFAULT_BYTES = 1024 * 1024;

export function postBatchOf(form: Form) {
  return form
    .object({
      maxResults: int(1)
        .refine(count => count <= MOST_RESULTS, { error: `must be at most ${MOST_RESULTS}` })
        .default(DEFAULT_RESULTS)
        .meta({ default: DEFAULT_RESULTS, description: 'Maximum number of results per request' }),
      maxBytes: int(1).default(DEFAULT_BYTES).meta({
        default: DEFAULT_BYTES,
        description: 'Maximum size of the body in bytes; a longer result is sent alone',
      }),
      format: z
        .enum(['JSON', 'NDJSON'])
        .default('JSON')
        .meta({ description: 'JSON: an array; NDJSON: one line per result' }),
      maxWaitMillis: int(1).optional().meta({
        description:
          'Milliseconds that a result waits for others, unless `maxResults` is reached. Default: pending results are sent immediately',
      }),
    })
    .optional()
    .meta({ description: 'Sends pending results together; default: one request per result' });
}

export type PostBatch = NonNullable<z.output<ReturnType<typeof postBatchOf>>>;
