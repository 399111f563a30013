import { int } from './numbers.js';

/** A port of TCP that has a number of its own. */
export const tcpPort = int(1, 65_535);
