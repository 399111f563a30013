export { DropSink } from './destination/drop-sink.js';
export { graphSink } from './destination/graph-sink.js';
