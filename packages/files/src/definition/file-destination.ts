/** Version 2 definitions of files and standard output as destinations. */
import { z } from 'zod';
import type { DestinationForms } from '@weir/formats/forms';
import { fileRotationOf } from './file-rotation.js';

export function fileResultsOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('File'), path: z.string().min(1), rotate: fileRotationOf(form) })
    .meta({ 'x-label': 'File', 'x-common': 2, description: 'Appends one JSON line per result' });
}

export function fileDeadLettersOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('File'), path: z.string().min(1) })
    .meta({ description: 'Appends one JSON line per record' });
}

export function printResultsOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('StandardOut') })
    .meta({ 'x-label': 'Standard output', 'x-common': 1, description: 'Writes one JSON line per result' });
}

export function printDeadLettersOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('StandardOut') })
    .meta({ description: 'Writes one JSON line per record' });
}

export type FileDestination = z.output<ReturnType<typeof fileResultsOf>>;
export type PrintDestination = z.output<ReturnType<typeof printResultsOf>>;
