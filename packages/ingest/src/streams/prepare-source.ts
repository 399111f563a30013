/** From a definition to its source: checks that it can be used, and reads what must be known before. */
import {
  csvFields,
  messageOf,
  type OutgoingPolicy,
  type Scheduler,
  shownUrl,
  unreachable,
  WeirError,
} from '@weir/model';
import {
  LONGEST_LINE,
  RECONNECT_DEFAULTS,
  type CsvFormatDefinition,
  type FileFormatDefinition,
  type FileSourceDefinition,
  type S3SourceDefinition,
  type SourceDefinition,
} from '@weir/definitions';
import { csvDialect } from '../formats/csv-dialect.js';
import { CsvScanner } from '../formats/csv-scanner.js';
import { JsonScanner } from '../formats/json-scanner.js';
import { prepareKinesis, prepareKinesisGroup, prepareS3, prepareSqs } from '../sources/aws/prepare-aws.js';
import { prepareDeltaSharing } from '../sources/delta-sharing/prepare-delta-sharing.js';
import { prepareNats } from '../sources/nats/prepare-nats.js';
import { prepareFramed } from '../sources/framed/prepare-framed.js';
import { preparePostgres } from '../sources/postgres/prepare-postgres.js';
import { prepareKafka } from '../sources/kafka/prepare-kafka.js';
import { FileSource, isNamedPipe, type FileSourceOptions } from '../sources/file-source.js';
import type { ByteReader } from '../sources/byte-reader.js';
import type { IngestSource } from '../sources/ingest-source.js';
import type { PreparedSource, SourceContext } from '../sources/prepared-source.js';
import { bodyCutter } from '../sources/cut-body.js';
import { PushInbox } from '../sources/push-inbox.js';
import { PushSource } from '../sources/push-source.js';
import { LineCutter } from '../sources/line-cutter.js';
import { NumberSource } from '../sources/number-source.js';
import type { RecordCutter } from '../sources/record-cutter.js';
import { notAtAnyPlace } from '../sources/random-access.js';
import { LineScanner, type RecordScanner } from '../sources/record-scanner.js';
import { ServerSentEventsSource } from '../sources/server-sent-events-source.js';
import { StandardInputSource } from '../sources/standard-input-source.js';
import { checkEncoding, isUtf8Name, textDecoder } from '../sources/text-encoding.js';
import { WebSocketSource } from '../sources/web-socket-source.js';

const UPLOAD_BLOCK_BYTES = 256 * 1024;

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
      if (format.type === 'Parquet') throw notAtAnyPlace();
      const scanner = scannerOf(format);
      const stream = context.standardInput();
      const cutter = await cutterOf(format, maximumLineSize, scheduler);
      const options = { stream, encoding, maximumLineSize, cutter };
      return plain(() => new StandardInputSource({ ...options, scanner: scanner() }));
    }
    case 'NumberIterator': {
      if (source.format !== undefined) {
        refuseHeaderRow(source.format, 'a row of numbers');
        const { type } = source.format;
        if (type === 'AvroContainer' || type === 'Parquet')
          throw new WeirError('ingest.invalid', `Numbers are no ${type}.`);
      }
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
      const reconnect = source.reconnect === true ? RECONNECT_DEFAULTS : source.reconnect || undefined;
      await checkUrl(url, ['ws:', 'wss:'], outgoing);
      checkEncoding(characterEncoding);
      const isText = format.type === 'Json' && !isUtf8Name(characterEncoding);
      const decode = isText ? textDecoder(characterEncoding) : undefined;
      const world = { scheduler, logger, outgoing };
      const options = { url, initMessages, keepAlive, reconnect, decode, ...world };
      return plain(() => new WebSocketSource(options));
    }
    case 'Webhook': {
      const { format } = source;
      let scanner = (): RecordScanner => new LineScanner();
      if (format.type === 'CSV' || format.type === 'Json') {
        refuseHeaderRow(format, 'what is pushed');
        scanner = scannerOf(format);
      }
      const inbox = new PushInbox(scheduler);
      const intake = { takes: 'bodies', inbox, cutBody: bodyCutter(format, scanner) } as const;
      return { openSource: () => new PushSource(inbox), decoders: [], headers: null, intake };
    }
    case 'WebSocketFileUpload': {
      const { format } = source;
      refuseHeaderRow(format, 'what is uploaded');
      if (format.type === 'Parquet') throw notAtAnyPlace();
      const scanner = scannerOf(format);
      const lines = (reader: ByteReader): RecordCutter =>
        new LineCutter(reader, {
          maximumLineSize: LONGEST_LINE,
          blockSize: UPLOAD_BLOCK_BYTES,
          scanner: scanner(),
        });
      const cutFile = (await cutterOf(format, LONGEST_LINE, scheduler)) ?? lines;
      const inbox = new PushInbox(scheduler);
      const intake = { takes: 'files', inbox, cutFile } as const;
      return { openSource: () => new PushSource(inbox), decoders: [], headers: null, intake };
    }
    case 'ReactiveStream':
      return prepareFramed(source, context);
    case 'NatsJetStream':
      return prepareNats(name, source, context);
    case 'PostgresChanges':
      return preparePostgres(source, context);
    case 'DeltaSharingCdf':
      return prepareDeltaSharing(source, context);
    case 'Kafka':
      return prepareKafka(name, source, context);
    case 'Kinesis':
      return prepareKinesis(source, context);
    case 'KinesisKCL':
      return prepareKinesisGroup(source, context);
    case 'SQS':
      return prepareSqs(source, context);
    case 'S3':
      return prepareObject(source, context);
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
    cutter: await cutterOf(format, maximumLineSize, context.environment.scheduler),
    scheduler: context.environment.scheduler,
  };
  if (context.isTrial === true && options.isNamedPipe) throw untriable('A named pipe');
  if (format.type === 'Parquet' && (options.isNamedPipe || source.recordDecoders.length > 0))
    throw notAtAnyPlace();
  if (options.isNamedPipe) refuseHeaderRow(format, 'a named pipe');
  return withHeaderRow(options, format, fields => new FileSource({ ...options, ...fields }));
}

async function prepareObject(source: S3SourceDefinition, context: SourceContext): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  if (format.type === 'Parquet' && source.recordDecoders.length > 0) throw notAtAnyPlace();
  const open = await prepareS3(source, context);
  const range = { startAtOffset: Number(source.startOffset), limit: asNumber(source.limit) };
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const common = { encoding, maximumLineSize, scanner: scannerOf(format), cutter };
  return withHeaderRow(range, format, fields => open({ ...common, ...fields }));
}

interface RecordRange {
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
}

/** Reads the names of the columns ahead, where the first row has them. */
async function withHeaderRow(
  { startAtOffset: first, limit: count }: RecordRange,
  format: FileFormatDefinition,
  open: (range: RecordRange) => IngestSource,
): Promise<PreparedSource> {
  if (format.type !== 'CSV' || format.headers !== true)
    return plain(() => open({ startAtOffset: first, limit: count }));
  const headers = await readHeaderRow(open({ startAtOffset: first, limit: 1 }), format);
  // The header row is passed over, and is one of the records that the limit allows.
  const startAtOffset = first + 1;
  const limit = count === undefined ? undefined : Math.max(0, count - 1);
  return { openSource: () => open({ startAtOffset, limit }), decoders: [], headers };
}

/** Of those that can be told by their definition. @throws WeirError `ingest.no-dry-run` */
export function refuseTrial({ type }: SourceDefinition): void {
  if (type === 'StdInput') throw untriable('Standard input');
  if (type === 'Webhook') throw untriable('A webhook');
  if (type === 'WebSocketFileUpload') throw untriable('An upload');
}

function untriable(what: string): WeirError {
  return new WeirError(
    'ingest.no-dry-run',
    `${what} can't be tried: what is read from there is gone. Put some records into a file, and try that.`,
  );
}

/** @throws WeirError `ingest.invalid`. */
export async function checkUrl(
  url: string,
  protocols: readonly string[],
  outgoing: OutgoingPolicy,
): Promise<void> {
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

/** Of files that are no text. */
async function cutterOf(
  { type }: FileFormatDefinition,
  maximumBlockSize: number,
  scheduler: Scheduler,
): Promise<((reader: ByteReader) => RecordCutter) | undefined> {
  if (type === 'Parquet') {
    const { ParquetCutter } = await import('../parquet/parquet-cutter.js');
    return reader => new ParquetCutter(reader, { maximumGroupBytes: maximumBlockSize, scheduler });
  }
  if (type !== 'AvroContainer') return undefined;
  const { AvroContainerCutter } = await import('../sources/avro-container.js');
  return reader => new AvroContainerCutter(reader, { maximumBlockSize });
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

async function readHeaderRow(source: IngestSource, format: CsvFormatDefinition): Promise<string[]> {
  try {
    await source.open();
    const batch = await source.next(1);
    if (batch === undefined) return [];
    const { bytes, bounds } = batch.chunk;
    const row = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(bounds[0], bounds[1]));
    return csvFields(row, csvDialect(format));
  } catch (error) {
    if (error instanceof WeirError) throw error;
    const reason = messageOf(error);
    throw new WeirError('ingest.invalid', `The row of column names can't be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await source.close();
  }
}
