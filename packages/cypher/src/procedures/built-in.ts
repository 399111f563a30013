import { DEBUG_PROCEDURES } from './debug-node.js';
import { NODE_UPDATES } from './node-updates.js';
import { UTILITY_PROCEDURES } from './help.js';
import { INNER_QUERIES } from './inner-queries.js';
import { LOAD_PROCEDURES } from './load.js';
import { REIFY_TIME } from './reify-time.js';
import { WALK_PROCEDURES } from './walks.js';
import { STANDING_WIRETAP } from './standing-wiretap.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';
import { RECENT_NODES } from './recent-nodes.js';
import { SCHEMA_PROCEDURES } from './schema.js';
import { SERVER_PROCEDURES } from './server.js';

export const PROCEDURES: readonly ProcedureDefinition[] = [
  ...RECENT_NODES,
  ...NODE_UPDATES,
  ...SCHEMA_PROCEDURES,
  ...SERVER_PROCEDURES,
  ...UTILITY_PROCEDURES,
  ...INNER_QUERIES,
  ...LOAD_PROCEDURES,
  ...WALK_PROCEDURES,
  ...DEBUG_PROCEDURES,
  STANDING_WIRETAP,
  REIFY_TIME,
];
