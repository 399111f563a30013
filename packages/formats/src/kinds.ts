export type { DeadLetterContext } from './kinds/dead-letter-context.js';
export { ALL_TAKEN, type Taker, type Untaken, untakenFrom } from './kinds/dead-letter-taker.js';
export {
  type Intake,
  plainSource,
  type PreparedSource,
  readOnlyOnce,
  type SourceContext,
} from './kinds/prepared-source.js';
export type { RecipeFields, TargetField } from './kinds/recipe-fields.js';
export { type ResultTerminal, type ResultWriter, STANDARD_OUTPUT } from './kinds/result-writer.js';
export type { SinkContext } from './kinds/sink-context.js';
export type { DestinationOfVersion1, DestinationVersion1 } from './kinds/destination-version1.js';
export { declareDestination, type DestinationDeclaration } from './kinds/destination-declaration.js';
export { declareSource, type SourceDeclaration } from './kinds/source-declaration.js';
export type { SourceVersion1, StreamV1 } from './kinds/source-version1.js';
