/** Fields of sources whose records are cut out of text. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int, long } from './numbers.js';

export const encoding = z
  .string()
  .meta({ 'x-label': 'Text encoding', example: 'UTF-8', 'x-initial': 'UTF-8' });
export const maximumLineSize = int(1).optional().meta({
  'x-label': 'Maximum record length',
  description: 'Maximum length of a record in bytes; a longer record fails the stream. Default: 134217728',
});
export const limit = long(0n)
  .optional()
  .meta({ 'x-label': 'Number of records', description: 'Maximum number of records to read' });
export const first = long(0n)
  .default(0)
  .meta({ default: 0, 'x-label': 'Skip records', description: 'Number of records to skip at the start' });

/** Required in the strict form; older clients omit it. */
export function required<T extends z.ZodType>(
  form: Form,
  schema: T,
  fallback: z.core.util.NoUndefined<z.output<T>>,
): T {
  return (form.isStrict ? schema : schema.default(fallback)) as unknown as T;
}

/** In bytes; the default in all versions. */
export const LONGEST_LINE = 134_217_728;
