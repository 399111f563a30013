/** Creates a file or standard input source from its definition. */
import type { FileSourceDefinition, StandardInputDefinition } from '../definition/file-source.js';
import { LONGEST_LINE } from '@weir/formats/forms';
import { FileSource, isNamedPipe, type FileSourceOptions } from './file-source.js';
import { asNumber, cutterOf, refuseHeaderRow, scannerOf, withHeaderRow } from '@weir/formats/sources';
import { plainSource, type PreparedSource, readOnlyOnce, type SourceContext } from '@weir/formats/kinds';
import { checkEncoding, needsRandomAccess } from '@weir/formats/cutting';
import { WeirError } from '@weir/platform';
import { StandardInputSource } from './standard-input-source.js';

export async function prepareFile(
  source: FileSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  const path = await context.files.check(source.path);
  checkEncoding(encoding);
  const options: FileSourceOptions = {
    path,
    encoding,
    maximumLineSize,
    startAtOffset: Number(source.startOffset),
    limit: asNumber(source.limit),
    isNamedPipe: await isNamedPipe(path, source.fileIngestMode),
    decoders: source.recordDecoders,
    scanner: scannerOf(format),
    cutter: await cutterOf(format, maximumLineSize, context.environment.scheduler),
    scheduler: context.environment.scheduler,
  };
  if (context.isTrial === true && options.isNamedPipe)
    throw new WeirError('ingest.no-dry-run', readOnlyOnce('A named pipe'));
  if (format.type === 'Parquet' && (options.isNamedPipe || source.recordDecoders.length > 0))
    throw needsRandomAccess();
  if (options.isNamedPipe) refuseHeaderRow(format, 'a named pipe');
  return withHeaderRow(options, format, fields => new FileSource({ ...options, ...fields }));
}

export async function prepareStandardInput(
  source: StandardInputDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  refuseHeaderRow(format, 'standard input');
  if (format.type === 'Parquet') throw needsRandomAccess();
  const scanner = scannerOf(format);
  const stream = context.standardInput();
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const options = { stream, encoding, maximumLineSize, cutter };
  return plainSource(() => new StandardInputSource({ ...options, scanner: scanner() }));
}
