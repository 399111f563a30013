/** Identifies this build of the program. */
import { availableParallelism } from 'node:os';
import type { SystemInfo } from '@weir/api';
import { availableMemory } from '@weir/runtime';
import { productVersion } from './product-version.js';

/** Version of the format on disk, as clients of the admin endpoint read it. */
const PERSISTENCE_WRITE_VERSION = '1.0.0';

/** @param environment variables; the commit is in `WEIR_GIT_COMMIT` and `_DATE`, set by `npm start` or a container image. */
export function buildInfo(environment: Readonly<Record<string, string | undefined>>): SystemInfo {
  const commit = environment['WEIR_GIT_COMMIT'];
  const commitDate = environment['WEIR_GIT_COMMIT_DATE'];
  return {
    version: productVersion(),
    ...(commit === undefined ? {} : { gitCommit: commit }),
    ...(commitDate === undefined ? {} : { gitCommitDate: commitDate }),
    javaVersion: `Node.js ${process.version}`,
    javaRuntimeVersion: process.version,
    javaAvailableProcessors: availableParallelism(),
    javaMaxMemory: availableMemory(),
    persistenceWriteVersion: PERSISTENCE_WRITE_VERSION,
    quineType: 'Oss',
  };
}
