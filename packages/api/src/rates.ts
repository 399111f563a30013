import { z } from 'zod';

export const ratesSummarySchema = z
  .object({
    count: z.int().meta({ description: 'Total number of items' }),
    oneMinute: z.number().meta({ description: 'Items per second, averaged over approximately one minute' }),
    fiveMinute: z.number(),
    fifteenMinute: z.number(),
    overall: z.number().meta({ description: 'Items per second since the start' }),
  })
  .meta({ id: 'RatesSummary' });
