import { BAD_ENDPOINT } from './bad-endpoint.js';
import { BAD_REQUESTS } from './bad-requests.js';
import { BAD_SOURCE } from './bad-source.js';
import type { Fault } from './fault.js';
import { FULL_DISK } from './full-disk.js';
import { HOSTILE_QUERY } from './hostile-query.js';
import { KILL } from './kill.js';
import { PASSING_QUERIES } from './passing-queries.js';
import { PAUSE_STREAMS } from './pause-streams.js';
import { STALLED_READERS } from './stalled-readers.js';
import { STOP } from './stop.js';
import { WORKER_DEATH, WORKER_HANG } from './worker-trouble.js';

export const FAULTS: readonly Fault[] = [
  KILL,
  STOP,
  WORKER_DEATH,
  WORKER_HANG,
  FULL_DISK,
  BAD_ENDPOINT,
  BAD_SOURCE,
  HOSTILE_QUERY,
  BAD_REQUESTS,
  PASSING_QUERIES,
  PAUSE_STREAMS,
  STALLED_READERS,
];
