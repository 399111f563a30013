import type { WeirClient } from '@weir/client';
import type { ServerAddress } from '../arguments/server-options.js';

/** The server that the tools read. */
export interface GraphSource {
  readonly client: WeirClient;
  readonly server: ServerAddress;
}
