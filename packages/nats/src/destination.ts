export { openNatsTaker } from './destination/nats-dead-letters.js';
export { NatsSink } from './destination/nats-sink.js';
