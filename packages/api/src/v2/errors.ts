/** Errors of the second API version, in its two dialects. */
import { z } from 'zod';

const errorDetailSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Help'), message: z.string() }),
  z.object({ type: z.literal('RequestInfo'), requestId: z.string() }),
  z.object({
    type: z.literal('ErrorInfo'),
    reason: z.string(),
    domain: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
]);

export const v2ErrorSchema = z
  .object({
    error: z.object({
      code: z.int().meta({ description: 'The HTTP status' }),
      status: z.string(),
      message: z.string(),
      details: z.array(errorDetailSchema),
    }),
  })
  .meta({ id: 'Error' });

export const envelopedErrorsSchema = z
  .object({
    errors: z.array(
      z.object({ type: z.enum(['ApiError', 'DecodeError', 'CypherError']), message: z.string() }),
    ),
  })
  .meta({ id: 'EnvelopedErrors' });

export type ErrorDetail = z.output<typeof errorDetailSchema>;
export type V2Error = z.output<typeof v2ErrorSchema>;
export type EnvelopedErrors = z.output<typeof envelopedErrorsSchema>;
