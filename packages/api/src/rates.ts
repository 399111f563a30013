import { z } from 'zod';

export const ratesSummarySchema = z
  .object({
    count: z.int().meta({ description: 'Items so far' }),
    oneMinute: z.number().meta({ description: 'Items per second, averaged over about a minute' }),
    fiveMinute: z.number(),
    fifteenMinute: z.number(),
    overall: z.number().meta({ description: 'Items per second since the start' }),
  })
  .meta({ id: 'RatesSummary' });
