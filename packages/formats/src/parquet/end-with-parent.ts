/** For processes that work for another one and hear nothing while they compute. */
import { Worker } from 'node:worker_threads';

/** It waits for the end of standard input, which nobody writes to: the system closes it with the other process. */
const WATCH = `
  const { Socket } = require('node:net');
  const end = () => process.kill(process.pid, 'SIGKILL');
  new Socket({ fd: 0, readable: true, writable: false }).on('close', end).on('error', end).resume();
`;

/** Ends this process when the one that holds the other end of its standard input goes, however that ends. */
export function endWithParent(): void {
  new Worker(WATCH, { eval: true, execArgv: [] });
  // Node would wait for the thread, which waits for the parent.
  process.on('uncaughtException', () => process.kill(process.pid, 'SIGKILL'));
}
