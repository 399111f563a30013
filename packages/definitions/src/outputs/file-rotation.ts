/** When an output goes on in another file, in either version. */
import { z } from 'zod';
import type { Form } from '../fields/form.js';
import { int } from '../fields/numbers.js';

export function fileRotationOf(form: Form) {
  return form
    .object({
      maxBytes: int(1).optional().meta({
        description: 'Of one file; a longer line is alone in its file. Absent: no limit',
      }),
      every: z
        .enum(['MINUTE', 'HOUR', 'DAY'])
        .optional()
        .meta({ description: 'Lines of one minute, hour or day of UTC are in one file. Absent: no limit' }),
    })
    .refine(({ maxBytes, every }) => maxBytes !== undefined || every !== undefined, {
      error: 'needs maxBytes or every',
    })
    .optional()
    .meta({
      description: 'A full file gets a number in its name, and another one is begun. Absent: one file',
    });
}

export type FileRotation = NonNullable<z.output<ReturnType<typeof fileRotationOf>>>;
