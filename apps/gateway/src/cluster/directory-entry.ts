/** Entry point of the directory's thread: it logs in to NATS and renews the membership of this process. */
import { workerData } from 'node:worker_threads';
import { openNatsDirectory, serveDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import type { DirectoryAccess } from './directory-access.js';

const access = workerData as DirectoryAccess;

await serveDirectory(systemEnvironment, environment => openNatsDirectory({ ...access, environment }));
