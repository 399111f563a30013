export type { Redelivery } from './delivery/output-pump.js';
export * from './delivery/standing-outputs.js';
export * from './records/record-dead-letters.js';
export type { TapListener, TapStage } from './sinks/output-taps.js';
