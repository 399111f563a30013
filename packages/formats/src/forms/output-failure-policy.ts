/** Policies for results that cannot be delivered, in both versions of the API. */
import { z } from 'zod';

export const outputFailurePolicy = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('DeadLetter'),
        path: z.string().min(1).optional().meta({ description: 'File that outputs may write' }),
      })
      .meta({
        description:
          'After several attempts, writes the result to a file with the reason, and continues with the next result',
      }),
    z.object({ type: z.literal('Hold') }).meta({
      description:
        'Retries until delivery succeeds; meanwhile later results wait, and eventually ingest pauses',
    }),
  ])
  .meta({ id: 'OutputFailurePolicy' });
