import { NODE_UPDATES } from './node-updates.js';
import { SCHEMA_PROCEDURES, UTILITY_PROCEDURES } from './help.js';
import type { ProcedureDefinition } from './procedure-definition.js';
import { RECENT_NODES } from './recent-nodes.js';

export const PROCEDURES: readonly ProcedureDefinition[] = [
  ...RECENT_NODES,
  ...NODE_UPDATES,
  ...SCHEMA_PROCEDURES,
  ...UTILITY_PROCEDURES,
];
