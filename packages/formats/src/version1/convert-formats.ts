/**
 * Converts formats of records between the versions of the API. In version 1 the format has the query. A format that
 * version 1 lacks is shown as the closest one.
 */
import { unreachable } from '@weir/platform';
import type {
  CsvFormatDefinition,
  FileFormatDefinition,
  StreamingFormatDefinition,
} from '../forms/record-format.js';
import type { CsvFormatV1, FileFormatV1, StreamedFormatV1 } from './ingest-formats.js';
import { pascal, upper } from './words.js';

/** The fields of a stream that its format has in version 1. */
export interface QueryOfFormat {
  readonly query: string;
  readonly parameter: string;
}

export function fileFormatOfVersion1(format: FileFormatV1): FileFormatDefinition {
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

export function streamingFormatOfVersion1(format: StreamedFormatV1): StreamingFormatDefinition {
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

export function version1FileFormat(
  format: FileFormatDefinition,
  { query, parameter }: QueryOfFormat,
): FileFormatV1 {
  switch (format.type) {
    case 'Line':
      return { type: 'CypherLine', query, parameter };
    case 'JsonL':
    case 'Json':
    case 'Debezium':
      return { type: 'CypherJson', query, parameter };
    case 'CSV': {
      const character = (name: string) => pascal(name) as CsvFormatV1['delimiter'];
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

export function version1StreamingFormat(
  format: StreamingFormatDefinition,
  { query, parameter }: QueryOfFormat,
): StreamedFormatV1 {
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
