/** When an output continues in another file, in either version. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int } from '@weir/formats/forms';

export function fileRotationOf(form: Form) {
  return form
    .object({
      maxBytes: int(1).optional().meta({
        description: 'Maximum size of a file in bytes; a longer line gets its own file. Default: no limit',
      }),
      every: z
        .enum(['MINUTE', 'HOUR', 'DAY'])
        .optional()
        .meta({ description: 'Starts a new file every minute, hour or day in UTC. Default: no limit' }),
      compress: z.enum(['GZIP']).optional().meta({
        description: 'Compression of full files, which adds `.gz` to their names. Default: none',
      }),
      keepFiles: int(1).optional().meta({
        description: 'Number of full files to keep; older ones are removed. Default: all',
      }),
      keepDays: int(1).optional().meta({
        description:
          'Age of the last line after which a full file is removed, except the newest. Default: no limit',
      }),
    })
    .refine(({ maxBytes, every }) => maxBytes !== undefined || every !== undefined, {
      error: 'needs maxBytes or every',
    })
    .optional()
    .meta({
      description: 'Adds a number to the name of a full file and starts a new file. Default: a single file',
    });
}

export type FileRotation = NonNullable<z.output<ReturnType<typeof fileRotationOf>>>;
