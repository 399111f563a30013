/** When an output continues in another file, in either version. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int } from '@weir/formats/forms';

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
      compress: z.enum(['GZIP']).optional().meta({
        description:
          'Files that are full are packed, and get `.gz` behind their names. Absent: they stay as they are',
      }),
      keepFiles: int(1).optional().meta({
        description: 'Of those that are full, the newest; others are removed. Absent: all',
      }),
      keepDays: int(1).optional().meta({
        description: 'Full files whose last line is older are removed, all but the newest. Absent: none',
      }),
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
