/** Entry point of the directory's thread: it logs in to NATS and renews the membership of this process. */
import { openNatsDirectory, serveDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import type { DirectoryAccess } from './directory-access.js';

await serveDirectory(systemEnvironment, (environment, data) =>
  openNatsDirectory({ ...(data as DirectoryAccess), environment }),
);
