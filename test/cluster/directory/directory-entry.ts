/** Entry point of a directory's thread, for members and tests that are not gateways. */
import { openNatsDirectory, serveDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import type { ThreadTarget } from './directory-on-thread.js';

await serveDirectory(systemEnvironment, (environment, data) => {
  const { address, bucket } = data as ThreadTarget;
  return openNatsDirectory({ servers: [address], bucket, environment });
});
