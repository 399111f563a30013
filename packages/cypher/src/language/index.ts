/** Language services for query editors. */
export { completionContext, type CompletionContext, type NameKind } from './completion-context.js';
export { queryKind, type QueryKind } from './query-kind.js';
export type { VisibleName } from './visible-names.js';
export { wordAt, type WordAt } from './word-at.js';
export { type KindOfWord, type WordKind, wordKinds } from './word-kinds.js';
