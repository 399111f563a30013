export { PrintSink } from './destination/print-sink.js';
