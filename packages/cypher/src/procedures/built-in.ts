import type { ProcedureDefinition } from './procedure-definition.js';
import { RECENT_NODES } from './recent-nodes.js';

export const PROCEDURES: readonly ProcedureDefinition[] = [...RECENT_NODES];
