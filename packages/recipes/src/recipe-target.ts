/** What a recipe is run against. The gateway's services implement it. */
import type { UiLists } from '@weir/definitions';
import type { RecipeMaker } from './set-up-recipe.js';

export interface RecipeTarget extends RecipeMaker {
  replaceUiList<K extends keyof UiLists>(list: K, items: UiLists[K]): Promise<void>;
  /** `undefined`: there is no such stream (any more). */
  ingestProgress(name: string): IngestProgress | undefined;
  /** Positive matches so far; `undefined`: there is no such standing query (any more). */
  standingCount(name: string): number | undefined;
  /** Runs a query. Each cell is compact JSON. Rejects with `cypher.timeout` after `timeoutMillis`. */
  runStatusQuery(
    text: string,
    limits: { readonly rows: number; readonly timeoutMillis: number },
  ): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }>;
}

export interface IngestProgress {
  /** `Running`, `Completed` and so on. */
  readonly status: string;
  readonly isTerminal: boolean;
  readonly ingestedCount: number;
}

/** Where the lines go. */
export interface RecipeConsole {
  line(text: string): void;
  /** Lines that replace the ones of the last call, below all others; absent when nobody watches. */
  readonly live?: ((lines: readonly string[]) => void) | undefined;
}
