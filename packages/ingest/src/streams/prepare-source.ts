/** From a definition to its source: checks that it can be used, and reads what must be known before. */
import { csvFields, type OutgoingPolicy, shownUrl, unreachable, WeirError } from '@weir/model';
import {
  LONGEST_LINE,
  type CsvFormatDefinition,
  type FileFormatDefinition,
  type FileSourceDefinition,
  type SourceDefinition,
} from '@weir/definitions';
import { csvDialect } from '../formats/csv-dialect.js';
import { CsvScanner } from '../formats/csv-scanner.js';
import { JsonScanner } from '../formats/json-scanner.js';
import { prepareKafka } from '../sources/kafka/prepare-kafka.js';
import { FileSource, isNamedPipe, type FileSourceOptions } from '../sources/file-source.js';
import type { IngestSource } from '../sources/ingest-source.js';
import type { PreparedSource, SourceContext } from '../sources/prepared-source.js';
import { NumberSource } from '../sources/number-source.js';
import { LineScanner, type RecordScanner } from '../sources/record-scanner.js';
import { ServerSentEventsSource } from '../sources/server-sent-events-source.js';
import { StandardInputSource } from '../sources/standard-input-source.js';
import { checkEncoding, isUtf8Name, textDecoder } from '../sources/text-encoding.js';
import { WebSocketSource } from '../sources/web-socket-source.js';

/**
 * @param name of the stream.
 * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
 */
export async function prepareSource(
  name: string,
  source: SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { environment, outgoing } = context;
  const { scheduler, logger } = environment;
  switch (source.type) {
    case 'File':
      return prepareFile(source, context);
    case 'StdInput': {
      const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
      checkEncoding(encoding);
      refuseHeaderRow(format, 'standard input');
      const scanner = scannerOf(format);
      const stream = context.standardInput();
      return plain(() => new StandardInputSource({ stream, encoding, maximumLineSize, scanner: scanner() }));
    }
    case 'NumberIterator': {
      if (source.format !== undefined) refuseHeaderRow(source.format, 'a row of numbers');
      const start = BigInt(source.startOffset);
      const limit = asNumber(source.limit);
      return plain(() => new NumberSource(start, limit));
    }
    case 'ServerSentEvent': {
      const { url, recordDecoders } = source;
      await checkUrl(url, ['http:', 'https:'], outgoing);
      const openSource = (): IngestSource => new ServerSentEventsSource({ url, scheduler, logger, outgoing });
      return { openSource, decoders: recordDecoders, headers: null };
    }
    case 'WebsocketClient': {
      const { url, initMessages, keepAlive, characterEncoding, format } = source;
      await checkUrl(url, ['ws:', 'wss:'], outgoing);
      checkEncoding(characterEncoding);
      const isText = format.type === 'Json' && !isUtf8Name(characterEncoding);
      const decode = isText ? textDecoder(characterEncoding) : undefined;
      return plain(() => new WebSocketSource({ url, initMessages, keepAlive, decode, scheduler, outgoing }));
    }
    case 'Kafka':
      return prepareKafka(name, source, context);
    default:
      return unreachable(source);
  }
}

async function prepareFile(source: FileSourceDefinition, context: SourceContext): Promise<PreparedSource> {
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
    scheduler: context.environment.scheduler,
  };
  if (format.type !== 'CSV' || format.headers !== true) return plain(() => new FileSource(options));
  if (options.isNamedPipe) refuseHeaderRow(format, 'a named pipe');
  const headers = await readHeaderRow(options, format);
  // The header row is passed over, and is one of the records that the limit allows.
  const startAtOffset = options.startAtOffset + 1;
  const limit = options.limit === undefined ? undefined : Math.max(0, options.limit - 1);
  return { openSource: () => new FileSource({ ...options, startAtOffset, limit }), decoders: [], headers };
}

async function checkUrl(url: string, protocols: readonly string[], outgoing: OutgoingPolicy): Promise<void> {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocols.includes(protocol)) {
    const refusal = await outgoing.check(new URL(url));
    if (refusal === undefined) return;
    throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
  }
  const kinds = protocols.map(name => name.slice(0, -1)).join(' or ');
  throw new WeirError('ingest.invalid', `Invalid url: '${shownUrl(url)}' is no ${kinds} address.`);
}

function plain(openSource: () => IngestSource): PreparedSource {
  return { openSource, decoders: [], headers: null };
}

function asNumber(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function scannerOf(format: FileFormatDefinition): () => RecordScanner {
  if (format.type === 'Json') return () => new JsonScanner();
  if (format.type !== 'CSV') return () => new LineScanner();
  const dialect = csvDialect(format);
  return () => new CsvScanner(dialect);
}

function refuseHeaderRow(format: FileFormatDefinition, where: string): void {
  if (format.type !== 'CSV' || format.headers !== true) return;
  throw new WeirError(
    'ingest.invalid',
    `Column names can't be read ahead from ${where}: give them as a list in 'headers'.`,
  );
}

async function readHeaderRow(options: FileSourceOptions, format: CsvFormatDefinition): Promise<string[]> {
  const source = new FileSource({ ...options, limit: 1 });
  try {
    await source.open();
    const batch = await source.next(1);
    if (batch === undefined) return [];
    const { bytes, bounds } = batch.chunk;
    const row = new TextDecoder('utf-8').decode(bytes.subarray(bounds[0], bounds[1]));
    return csvFields(row, csvDialect(format));
  } catch (error) {
    if (error instanceof WeirError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new WeirError('ingest.invalid', `The row of column names can't be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await source.close();
  }
}
