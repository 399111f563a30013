/** Registers and removes standing queries during writes. */
import { type Fault, nothingToUndo } from './fault.js';

export const PASSING_QUERIES: Fault = {
  name: 'passing-queries',
  cards: 2,
  apply: async ({ standing }, random) => nothingToUndo(await standing.change(random)),
};
