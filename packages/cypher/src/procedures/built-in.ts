import { NODE_UPDATES } from './node-updates.js';
import { SCHEMA_PROCEDURES, UTILITY_PROCEDURES } from './help.js';
import { INNER_QUERIES } from './inner-queries.js';
import { LOAD_PROCEDURES } from './load.js';
import { REIFY_TIME } from './reify-time.js';
import { WALK_PROCEDURES } from './walks.js';
import type { ProcedureDefinition } from './procedure-definition.js';
import { RECENT_NODES } from './recent-nodes.js';

export const PROCEDURES: readonly ProcedureDefinition[] = [
  ...RECENT_NODES,
  ...NODE_UPDATES,
  ...SCHEMA_PROCEDURES,
  ...UTILITY_PROCEDURES,
  ...INNER_QUERIES,
  ...LOAD_PROCEDURES,
  ...WALK_PROCEDURES,
  REIFY_TIME,
];
