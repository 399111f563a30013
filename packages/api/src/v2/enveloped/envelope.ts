/** Every answer of the older form is wrapped: the payload is in `content`. */
import { z } from 'zod';

export function envelope<T extends z.ZodType>(content: T) {
  return z.object({ content, message: z.string().optional(), warnings: z.array(z.string()) });
}
