/**
 * Converts ingest streams between the two versions of the API. Every version 1 definition has an equivalent in version
 * 2; in the other direction the closest form is shown. Fields are in the output order of version 1.
 */
import { unreachable } from '@weir/platform';
import {
  type CsvFormatDefinition,
  type FileFormatDefinition,
  LONGEST_LINE,
  type RecordDecoder,
  type RecordDecoderV1,
  type StreamingFormatDefinition,
} from '@weir/formats/forms';
import type { IngestDefinition } from '../ingest-definition.js';
import type { StreamErrorPolicy } from '../failure-policies.js';
import type { SourceDefinition } from '../source.js';
import type { KeepAlive } from '@weir/web';
import type * as v1 from './format-definition.js';
import {
  awsOfVersion1,
  groupOfVersion1,
  iteratorOfVersion1,
  version1Aws,
  version1Group,
  version1Iterator,
} from '@weir/aws';
import { kafkaOfVersion1, version1Kafka } from '@weir/kafka';
import { type OnlyInVersion2, shownInVersion1 } from './only-in-version-2.js';
import type { IngestDefinitionV1 } from './ingest-definition.js';

/** The policy of every stream of version 1 when its source fails. */
const RESTARTS: StreamErrorPolicy = {
  type: 'RetryStreamError',
  retryCount: 3,
  within: 31_000,
  minBackoff: 10_000,
  maxBackoff: 10_000,
};

const NUMBERS: v1.FileFormatDefinition['type'] = 'CypherJson';

export function ingestOfVersion1(definition: IngestDefinitionV1): IngestDefinition {
  const { format } = definition;
  const parallelism = definition.type === 'SQSIngest' ? definition.writeParallelism : definition.parallelism;
  const maximumPerSecond = 'maximumPerSecond' in definition ? definition.maximumPerSecond : undefined;
  return {
    source: sourceOf(definition),
    // Dropped records run no query.
    query: format.type === 'Drop' ? '' : format.query,
    parameter: format.type === 'Drop' ? 'that' : format.parameter,
    parallelism,
    ...(maximumPerSecond === undefined ? {} : { maxPerSecond: maximumPerSecond }),
    onRecordError: { logRecord: true, deadLetterQueueSettings: { destinations: [] } },
    onStreamError: RESTARTS,
  };
}

function sourceOf(definition: IngestDefinitionV1): SourceDefinition {
  switch (definition.type) {
    case 'FileIngest': {
      const { format, path, encoding, maximumLineSize, startAtOffset, ingestLimit, fileIngestMode } =
        definition;
      return {
        type: 'File',
        format: fileFormatOf(format),
        path,
        ...(fileIngestMode === undefined
          ? {}
          : { fileIngestMode: upper(fileIngestMode) as 'REGULAR' | 'NAMED_PIPE' }),
        maximumLineSize,
        startOffset: startAtOffset,
        ...(ingestLimit === undefined ? {} : { limit: ingestLimit }),
        characterEncoding: encoding,
        recordDecoders: [],
      };
    }
    case 'StandardInputIngest': {
      const { format, maximumLineSize, encoding } = definition;
      return { type: 'StdInput', format: fileFormatOf(format), maximumLineSize, characterEncoding: encoding };
    }
    case 'NumberIteratorIngest': {
      const { format, startAtOffset, ingestLimit } = definition;
      return {
        type: 'NumberIterator',
        startOffset: startAtOffset,
        ...(ingestLimit === undefined ? {} : { limit: ingestLimit }),
        ...(format.type === NUMBERS ? {} : { format: fileFormatOf(format) }),
      };
    }
    case 'ServerSentEventsIngest': {
      const { format, url, recordDecoders } = definition;
      const decoders = decodersOf(recordDecoders);
      return { type: 'ServerSentEvent', format: streamingFormatOf(format), url, recordDecoders: decoders };
    }
    case 'WebsocketSimpleStartupIngest': {
      const { format, url, initMessages, keepAlive, encoding } = definition;
      return {
        type: 'WebsocketClient',
        format: streamingFormatOf(format),
        url,
        initMessages,
        keepAlive: keepAliveOf(keepAlive),
        characterEncoding: encoding,
      };
    }
    case 'KafkaIngest': {
      const { format, recordDecoders } = definition;
      const decoders = decodersOf(recordDecoders);
      const fields = kafkaOfVersion1(definition);
      return { type: 'Kafka', format: streamingFormatOf(format), ...fields, recordDecoders: decoders };
    }
    case 'S3Ingest': {
      const { format, bucket, key, maximumLineSize, startAtOffset, ingestLimit, encoding } = definition;
      return {
        type: 'S3',
        format: fileFormatOf(format),
        bucket,
        key,
        ...awsOfVersion1(definition),
        maximumLineSize,
        startOffset: startAtOffset,
        ...(ingestLimit === undefined ? {} : { limit: ingestLimit }),
        characterEncoding: encoding,
        recordDecoders: [],
      };
    }
    case 'KinesisIngest': {
      const { format, streamName, shardIds, iteratorType, numRetries, recordDecoders } = definition;
      return {
        type: 'Kinesis',
        format: streamingFormatOf(format),
        streamName,
        ...(shardIds === undefined ? {} : { shardIds }),
        ...awsOfVersion1(definition),
        iteratorType: iteratorOfVersion1(iteratorType),
        numRetries,
        recordDecoders: decodersOf(recordDecoders),
      };
    }
    case 'KinesisKCLIngest':
      return {
        type: 'KinesisKCL',
        format: streamingFormatOf(definition.format),
        ...groupOfVersion1(definition),
        recordDecoders: decodersOf(definition.recordDecoders),
      };
    case 'SQSIngest': {
      const { format, queueUrl, readParallelism, deleteReadMessages, recordDecoders } = definition;
      return {
        type: 'SQS',
        format: streamingFormatOf(format),
        queueUrl,
        readParallelism,
        ...awsOfVersion1(definition),
        deleteReadMessages,
        recordDecoders: decodersOf(recordDecoders),
      };
    }
    default:
      return unreachable(definition);
  }
}

function decodersOf(decoders: readonly string[]): RecordDecoder[] {
  return decoders.map(decoder => upper(decoder) as RecordDecoder);
}

function decodersV1(decoders: readonly RecordDecoder[]): RecordDecoderV1[] {
  return decoders.map(decoder => pascal(decoder) as RecordDecoderV1);
}

function fileFormatOf(format: v1.FileFormatDefinition): FileFormatDefinition {
  switch (format.type) {
    case 'CypherLine':
      return { type: 'Line' };
    case 'CypherJson':
      return { type: 'JsonL' };
    case 'CypherCsv': {
      const character = (name: string) => upper(name) as CsvFormatDefinition['delimiter'];
      return {
        type: 'CSV',
        headers: format.headers,
        delimiter: character(format.delimiter),
        quoteChar: character(format.quoteChar),
        escapeChar: character(format.escapeChar),
      };
    }
    default:
      return unreachable(format);
  }
}

function streamingFormatOf(format: v1.StreamedFormatDefinition): StreamingFormatDefinition {
  switch (format.type) {
    case 'CypherJson':
      return { type: 'Json' };
    case 'CypherRaw':
      return { type: 'Raw' };
    case 'CypherProtobuf':
      return { type: 'Protobuf', schemaUrl: format.schemaUrl, typeName: format.typeName };
    case 'Drop':
      return { type: 'Drop' };
    default:
      return unreachable(format);
  }
}

export function version1Ingest(definition: IngestDefinition): IngestDefinitionV1 | OnlyInVersion2 {
  const { source, parallelism, maxPerSecond: maximumPerSecond } = definition;
  switch (source.type) {
    case 'File':
      return {
        type: 'FileIngest',
        format: fileFormatV1(source.format, definition),
        path: source.path,
        encoding: source.characterEncoding,
        parallelism,
        maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
        startAtOffset: source.startOffset,
        ingestLimit: source.limit,
        maximumPerSecond,
        fileIngestMode: source.fileIngestMode && (pascal(source.fileIngestMode) as 'Regular' | 'NamedPipe'),
      };
    case 'StdInput':
      return {
        type: 'StandardInputIngest',
        format: fileFormatV1(source.format, definition),
        encoding: source.characterEncoding,
        parallelism,
        maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
        maximumPerSecond,
      };
    case 'NumberIterator':
      return {
        type: 'NumberIteratorIngest',
        format: fileFormatV1(source.format ?? { type: 'JsonL' }, definition),
        startAtOffset: source.startOffset,
        ingestLimit: source.limit,
        maximumPerSecond,
        parallelism,
      };
    case 'ServerSentEvent':
      return {
        type: 'ServerSentEventsIngest',
        format: streamingFormatV1(source.format, definition),
        url: source.url,
        parallelism,
        maximumPerSecond,
        recordDecoders: decodersV1(source.recordDecoders),
      };
    case 'WebsocketClient':
      return {
        type: 'WebsocketSimpleStartupIngest',
        format: streamingFormatV1(source.format, definition),
        url: source.url,
        initMessages: source.initMessages,
        keepAlive: keepAliveV1(source.keepAlive),
        parallelism,
        encoding: source.characterEncoding,
      };
    case 'Kafka': {
      const { first, last } = version1Kafka(source);
      return {
        type: 'KafkaIngest',
        format: streamingFormatV1(source.format, definition),
        topics: source.topics,
        parallelism,
        ...first,
        maximumPerSecond,
        recordDecoders: decodersV1(source.recordDecoders),
        ...last,
      };
    }
    case 'S3':
      return {
        type: 'S3Ingest',
        format: fileFormatV1(source.format, definition),
        bucket: source.bucket,
        key: source.key,
        encoding: source.characterEncoding,
        parallelism,
        ...version1Aws(source),
        maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
        startAtOffset: source.startOffset,
        ingestLimit: source.limit,
        maximumPerSecond,
      };
    case 'Kinesis':
      return {
        type: 'KinesisIngest',
        format: streamingFormatV1(source.format, definition),
        streamName: source.streamName,
        shardIds: source.shardIds,
        parallelism,
        ...version1Aws(source),
        iteratorType: version1Iterator(source.iteratorType),
        numRetries: source.numRetries,
        maximumPerSecond,
        recordDecoders: decodersV1(source.recordDecoders),
      };
    case 'KinesisKCL':
      return version1Group(source, {
        format: streamingFormatV1(source.format, definition),
        parallelism,
        maximumPerSecond,
        recordDecoders: decodersV1(source.recordDecoders),
      });
    case 'SQS':
      return {
        type: 'SQSIngest',
        format: streamingFormatV1(source.format, definition),
        queueUrl: source.queueUrl,
        readParallelism: source.readParallelism,
        writeParallelism: parallelism,
        ...version1Aws(source),
        deleteReadMessages: source.deleteReadMessages,
        maximumPerSecond,
        recordDecoders: decodersV1(source.recordDecoders),
      };
    default:
      return shownInVersion1(definition);
  }
}

function fileFormatV1(
  format: FileFormatDefinition,
  { query, parameter }: IngestDefinition,
): v1.FileFormatDefinition {
  switch (format.type) {
    case 'Line':
      return { type: 'CypherLine', query, parameter };
    case 'JsonL':
    case 'Json':
    case 'Debezium':
      return { type: 'CypherJson', query, parameter };
    case 'CSV': {
      const character = (name: string) => pascal(name) as v1.CsvFormatDefinition['delimiter'];
      return {
        type: 'CypherCsv',
        query,
        parameter,
        headers: format.headers,
        delimiter: character(format.delimiter),
        quoteChar: character(format.quoteChar),
        escapeChar: character(format.escapeChar),
      };
    }
    case 'AvroContainer':
    case 'Parquet':
      return { type: 'CypherLine', query, parameter };
    default:
      return unreachable(format);
  }
}

function streamingFormatV1(
  format: StreamingFormatDefinition,
  { query, parameter }: IngestDefinition,
): v1.StreamedFormatDefinition {
  switch (format.type) {
    case 'Json':
    case 'Debezium':
      return { type: 'CypherJson', query, parameter };
    case 'Raw':
    case 'Avro':
      return { type: 'CypherRaw', query, parameter };
    case 'Protobuf': {
      const { schemaUrl, typeName } = format;
      return { type: 'CypherProtobuf', query, parameter, schemaUrl, typeName };
    }
    case 'Drop':
      return { type: 'Drop' };
    default:
      return unreachable(format);
  }
}

type KeepAliveV1 = Extract<IngestDefinitionV1, { type: 'WebsocketSimpleStartupIngest' }>['keepAlive'];

function keepAliveOf(keepAlive: KeepAliveV1): KeepAlive {
  if (keepAlive.type === 'NoKeepalive') return keepAlive;
  const { intervalMillis: interval, ...others } = keepAlive;
  return { ...others, interval };
}

export function keepAliveV1(keepAlive: KeepAlive): KeepAliveV1 {
  if (keepAlive.type === 'NoKeepalive') return keepAlive;
  const { interval: intervalMillis, ...others } = keepAlive;
  return { ...others, intervalMillis };
}

/** Converts `DoubleQuote` to `DOUBLE_QUOTE`. */
function upper(word: string): string {
  return word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Converts `DOUBLE_QUOTE` to `DoubleQuote`. */
export function pascal(word: string): string {
  return word.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
