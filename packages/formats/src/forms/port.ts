import { int } from './numbers.js';

/** A specific TCP port, not 0. */
export const tcpPort = int(1, 65_535);
