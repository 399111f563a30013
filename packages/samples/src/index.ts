export * from './access-log-lines.js';
export * from './process-event.js';
export * from './process-stream.js';
export * from './sample-lines.js';
export * from './shuffled.js';
export * from './sse-server.js';
export * from './stories/index.js';
export * from './write-lines.js';
