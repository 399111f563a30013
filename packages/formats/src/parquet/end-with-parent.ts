/** For child processes that handle no events while they compute. */
import { Worker } from 'node:worker_threads';

/**
 * Waits for the end of standard input, to which nothing is written: the operating system closes it when the parent
 * ends.
 */
const WATCH = `
  const { Socket } = require('node:net');
  const end = () => process.kill(process.pid, 'SIGKILL');
  new Socket({ fd: 0, readable: true, writable: false }).on('close', end).on('error', end).resume();
`;

/** Ends this process when the process at the other end of its standard input ends, for whatever reason. */
export function endWithParent(): void {
  new Worker(WATCH, { eval: true, execArgv: [] });
  // Otherwise Node would wait for the thread, which waits for the parent.
  process.on('uncaughtException', () => process.kill(process.pid, 'SIGKILL'));
}
