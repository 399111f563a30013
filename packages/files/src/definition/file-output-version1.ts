/** Version 1 definitions of files and standard output as destinations. Fields are in output order. */
import { LENIENT } from '@weir/plugins/form';
import { z } from 'zod';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import { isBare, onFailure, structure } from '@weir/formats/version1';
import type { FileDestination, PrintDestination } from './file-destination.js';
import { fileRotationOf } from './file-rotation.js';

const writeToFileOutput = z
  .object({
    type: z.literal('WriteToFile'),
    path: z.string().min(1),
    rotate: fileRotationOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'WriteToFile', description: 'Appends one JSON line per result' });

export const fileOutputVersion1: DestinationVersion1<typeof writeToFileOutput, FileDestination> = {
  type: 'WriteToFile',
  schema: writeToFileOutput,
  variables: ['path'],
  toVersion2: ({ path, rotate, structure: given }) => ({
    destination: rotate === undefined ? { type: 'File', path } : { type: 'File', path, rotate },
    isBare: isBare(given),
  }),
  fromVersion2: (destination, given) => ({ ...destination, type: 'WriteToFile', structure: given }),
};

const printToStandardOutOutput = z
  .object({
    type: z.literal('PrintToStandardOut'),
    logLevel: z.enum(['Trace', 'Debug', 'Info', 'Warn', 'Error']).default('Info'),
    logMode: z
      .enum(['Complete', 'FastSampling'])
      .default('Complete')
      .meta({ description: 'Complete waits for a slow reader; FastSampling omits results' }),
    structure,
    onFailure,
  })
  .meta({ id: 'PrintToStandardOut', description: 'Prints one line per result to standard output' });

/** Its lines begin with a time and a name. Those of version 2 have the same content and no such prefix. */
export const printVersion1: DestinationVersion1<typeof printToStandardOutOutput, PrintDestination> = {
  type: 'PrintToStandardOut',
  schema: printToStandardOutOutput,
  toVersion2: output => ({ destination: { type: 'StandardOut' }, isBare: isBare(output.structure) }),
  fromVersion2: () => undefined,
};
