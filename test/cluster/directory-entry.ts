/** Entry point of a directory's thread, for members and tests that are not gateways. */
import { workerData } from 'node:worker_threads';
import { openNatsDirectory, serveDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import type { ThreadTarget } from './directory-on-thread.js';

const { address, bucket } = workerData as ThreadTarget;

await serveDirectory(systemEnvironment, environment =>
  openNatsDirectory({ servers: [address], bucket, environment }),
);
