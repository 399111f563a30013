export { readerOf, ReadingFormat } from './records/schema-formats.js';
