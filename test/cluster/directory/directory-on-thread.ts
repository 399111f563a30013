/** Opens a directory on NATS in a separate thread. */
import { type OpenDirectory, startDirectoryThread } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';

export interface ThreadTarget {
  /** Address of the NATS server. */
  readonly address: string;
  readonly bucket: string;
}

export function directoryOnThread(data: ThreadTarget, stallMillis: number): Promise<OpenDirectory> {
  const entry = new URL('./directory-entry.js', import.meta.url);
  return startDirectoryThread({ entry, data, stallMillis, environment: systemEnvironment() });
}
