/** All functions, aggregates and procedures of the engine. */
import { PROCEDURES } from '../procedures/built-in.js';
import { helpProcedures } from '../procedures/help.js';
import { AGGREGATES } from '../functions/aggregates.js';
import { CONVERSION_FUNCTIONS } from '../functions/conversion.js';
import { ENTITY_FUNCTIONS } from '../functions/entity.js';
import { FunctionRegistry } from '../registry/function-registry.js';
import { GENERAL_FUNCTIONS } from '../functions/general.js';
import { ID_FUNCTIONS } from '../functions/ids.js';
import { LIST_FUNCTIONS } from '../functions/list.js';
import { CAST_FUNCTIONS } from '../functions/cast.js';
import { GENERATE_FUNCTIONS } from '../functions/generate.js';
import { MAP_FUNCTIONS } from '../functions/map.js';
import { TEXT_FUNCTIONS } from '../functions/text.js';
import { MATH_FUNCTIONS } from '../functions/math.js';
import { STRING_FUNCTIONS } from '../functions/string.js';
import { TEMPORAL_DIFFERENCES } from '../functions/temporal/between.js';
import { TEMPORAL_CONSTRUCTORS } from '../functions/temporal/constructors.js';
import { TEMPORAL_TRUNCATIONS } from '../functions/temporal/truncate.js';

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
