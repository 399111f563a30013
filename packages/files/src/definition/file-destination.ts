/** Version 2 definitions of files and standard output as destinations. */
import { z } from 'zod';
import type { DestinationForms } from '@weir/formats/forms';
import { fileRotationOf } from './file-rotation.js';

export function fileResultsOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('File'), path: z.string().min(1), rotate: fileRotationOf(form) })
    .meta({ description: 'One JSON line per result, appended' });
}

export function fileDeadLettersOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('File'), path: z.string().min(1) })
    .meta({ description: 'One JSON line per record, appended' });
}

export function printResultsOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('StandardOut') }).meta({ description: 'One JSON line per result' });
}

export function printDeadLettersOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('StandardOut') }).meta({ description: 'One JSON line per record' });
}

export type FileDestination = z.output<ReturnType<typeof fileResultsOf>>;
