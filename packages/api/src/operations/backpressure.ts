/** Shows where records and results wait, from the sources to the destinations. */
import { z } from 'zod';

const stage = z.enum(['FLOWING', 'CONSTRAINED', 'BACKPRESSURED']);

const ingestSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  sourceType: z.string(),
  status: z.string(),
  rateLimit: z.int().optional(),
  rate: z.number().meta({ description: 'Records per second over the last minute, approximately' }),
  totalCount: z.int(),
  stages: z.object({ source: stage, preGraphWrite: stage }),
});

const queueSchema = z.object({
  bufferCount: z.int().meta({ description: 'Number of pending results' }),
  backpressureThreshold: z.int().meta({ description: 'Number of pending results at which ingest pauses' }),
  maxSize: z.int(),
  thresholdRatio: z.number(),
  capacityRatio: z.number(),
  totalProduced: z.int(),
  totalCancellations: z.int(),
  totalDropped: z.int(),
  totalConsumed: z.int(),
  productionRate: z.number(),
  consumptionRate: z.number(),
});

const outputSchema = z.object({
  name: z.string(),
  rate: z.number(),
  totalCount: z.int(),
  hasEnrichment: z.boolean(),
  enrichmentState: stage.optional(),
  destinations: z.array(z.object({ index: z.int(), type: z.string(), state: stage })),
});

export const backpressureSchema = z
  .object({
    timestamp: z.string(),
    host: z.object({ version: z.string(), address: z.string(), port: z.int(), pid: z.int() }),
    namespaces: z.array(z.string()),
    globalValve: z.object({ isOpen: z.boolean(), closedCount: z.int(), oneMinuteClosures: z.number() }),
    ingests: z.array(ingestSchema),
    standingQueries: z.array(
      z.object({
        name: z.string(),
        namespace: z.string(),
        queue: queueSchema,
        outputs: z.array(outputSchema),
      }),
    ),
    persistor: z.object({ type: z.string(), writeLatencyMs: z.number(), readLatencyMs: z.number() }),
  })
  .meta({ id: 'BackpressureSnapshot' });

export type BackpressureSnapshot = z.output<typeof backpressureSchema>;
export type Stage = z.output<typeof stage>;
