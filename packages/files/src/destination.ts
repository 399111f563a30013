export { openFileTaker, openPrintTaker } from './destination/file-dead-letters.js';
export { FileSink } from './destination/file-sink.js';
export { logTime, PrintSink } from './destination/print-sink.js';
