export { LossLog } from './sinks/loss-log.js';
export { PositiveMatchSink } from './sinks/positive-match-sink.js';
