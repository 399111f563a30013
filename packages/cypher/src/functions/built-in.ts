import { PROCEDURES } from '../procedures/built-in.js';
import { helpProcedures } from '../procedures/help.js';
import { AGGREGATES } from './aggregates.js';
import { CONVERSION_FUNCTIONS } from './conversion.js';
import { ENTITY_FUNCTIONS } from './entity.js';
import { FunctionRegistry } from './function-registry.js';
import { GENERAL_FUNCTIONS } from './general.js';
import { ID_FUNCTIONS } from './ids.js';
import { LIST_FUNCTIONS } from './list.js';
import { CAST_FUNCTIONS } from './cast.js';
import { GENERATE_FUNCTIONS } from './generate.js';
import { MAP_FUNCTIONS } from './map.js';
import { TEXT_FUNCTIONS } from './text.js';
import { MATH_FUNCTIONS } from './math.js';
import { STRING_FUNCTIONS } from './string.js';
import { TEMPORAL_DIFFERENCES } from './temporal/between.js';
import { TEMPORAL_CONSTRUCTORS } from './temporal/constructors.js';
import { TEMPORAL_TRUNCATIONS } from './temporal/truncate.js';

export const BUILT_IN: FunctionRegistry = new FunctionRegistry({
  functions: [
    ...GENERAL_FUNCTIONS,
    ...MATH_FUNCTIONS,
    ...STRING_FUNCTIONS,
    ...LIST_FUNCTIONS,
    ...ENTITY_FUNCTIONS,
    ...CONVERSION_FUNCTIONS,
    ...ID_FUNCTIONS,
    ...TEXT_FUNCTIONS,
    ...MAP_FUNCTIONS,
    ...CAST_FUNCTIONS,
    ...GENERATE_FUNCTIONS,
    ...TEMPORAL_CONSTRUCTORS,
    ...TEMPORAL_DIFFERENCES,
    ...TEMPORAL_TRUNCATIONS,
  ],
  aggregates: AGGREGATES,
  procedures: [
    ...PROCEDURES,
    ...helpProcedures(
      () => BUILT_IN,
      () => BUILT_IN,
    ),
  ],
});
