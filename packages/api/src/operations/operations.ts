/** Everything that can be done with the service, by id. */
import { administrationOperations } from './administration.js';
import { cypherOperations } from './cypher.js';
import { explorationOperations } from './exploration.js';
import { ingestOperations } from './ingest.js';
import { standingOperations } from './standing-queries.js';

export const allOperations = {
  ...standingOperations,
  ...cypherOperations,
  ...ingestOperations,
  ...administrationOperations,
  ...explorationOperations,
} as const;

export type Operations = typeof allOperations;
