/** All operations of the service, keyed by id. */
import { administrationOperations } from './administration.js';
import { catalogOperations } from './catalog.js';
import { cypherOperations } from './cypher.js';
import { debugOperations } from './debug.js';
import { explorationOperations } from './exploration.js';
import { ingestOperations } from './ingest.js';
import { queryLanguageOperations } from './query-language.js';
import { recipeOperations } from './recipes.js';
import { sceneOperations } from './scenes.js';
import { standingOperations } from './standing-queries.js';
import { walkOperations } from './walks.js';

export const allOperations = {
  ...standingOperations,
  ...catalogOperations,
  ...cypherOperations,
  ...queryLanguageOperations,
  ...walkOperations,
  ...ingestOperations,
  ...administrationOperations,
  ...explorationOperations,
  ...debugOperations,
  ...recipeOperations,
  ...sceneOperations,
} as const;

export type Operations = typeof allOperations;
