/** Entry point of a thread: the tasks that it can be given. */
export { followLogs } from './following/follow-logs.js';
export { runWorker as default } from './threads/run-worker.js';
export { prepareThread } from './worker/prepare-thread.js';
