export type { RowShape } from './parquet/parquet-messages.js';
export { ParquetReader } from './parquet/parquet-reader.js';
