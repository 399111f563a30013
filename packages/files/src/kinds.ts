/** Files, uploads, standard input and standard output as sources and destinations. */
import { declareDestination, declareSource, readOnlyOnce } from '@weir/formats/kinds';
import {
  fileDeadLettersOf,
  fileResultsOf,
  printDeadLettersOf,
  printResultsOf,
} from './definition/file-destination.js';
import { fileSourceOf, standardInputSourceOf } from './definition/file-source.js';
import { fileUploadSourceOf } from './definition/upload-source.js';
import { fileVersion1, standardInputVersion1 } from './definition/file-version1.js';
import { fileOutputVersion1, printVersion1 } from './definition/file-output-version1.js';

export const fileSource = declareSource({
  type: 'File',
  member: fileSourceOf,
  recipe: {
    variables: ['path'],
    target: { field: 'path', is: 'file' },
  },
  version1: fileVersion1,
  prepare: async (source, context) => {
    const { prepareFile } = await import('./source/prepare-file.js');
    return prepareFile(source, context);
  },
});

export const standardInputSource = declareSource({
  type: 'StdInput',
  member: standardInputSourceOf,
  noDryRun: readOnlyOnce('Standard input'),
  version1: standardInputVersion1,
  prepare: async (source, context) => {
    const { prepareStandardInput } = await import('./source/prepare-file.js');
    return prepareStandardInput(source, context);
  },
});

export const fileUploadSource = declareSource({
  type: 'WebSocketFileUpload',
  member: fileUploadSourceOf,
  noDryRun: readOnlyOnce('An upload'),
  prepare: async (source, context) => {
    const { prepareFileUpload } = await import('./source/prepare-upload.js');
    return prepareFileUpload(source, context);
  },
});

export const fileDestination = declareDestination({
  type: 'File',
  results: fileResultsOf,
  deadLetters: fileDeadLettersOf,
  recipe: {
    variables: ['path'],
    target: { field: 'path', is: 'file' },
  },
  version1: fileOutputVersion1,
  makeSink: async (destination, structure, context) => {
    const { FileSink } = await import('./destination/file-sink.js');
    return new FileSink(destination, structure, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openFileTaker } = await import('./destination/file-dead-letters.js');
    return openFileTaker(destination, context);
  },
});

export const printDestination = declareDestination({
  type: 'StandardOut',
  results: printResultsOf,
  deadLetters: printDeadLettersOf,
  version1: {
    ...printVersion1,
    makeSink: async (output, context) => {
      const { PrintSink } = await import('./destination/print-sink.js');
      return new PrintSink(output, output.structure, context);
    },
  },
  makeSink: async (_, structure, context) => {
    const { PrintSink } = await import('./destination/print-sink.js');
    const options = { logLevel: 'Info', logMode: 'Complete' } as const;
    return new PrintSink(options, structure, context, 'json-line');
  },
  openDeadLetters: async (_, context) => {
    const { openPrintTaker } = await import('./destination/file-dead-letters.js');
    return openPrintTaker(context);
  },
});
