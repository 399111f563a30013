/** The system that a recipe runs on. The gateway's services implement it. */
import type { UiLists } from '@weir/definitions';
import type { RecipeMaker } from './set-up-recipe.js';

export interface RecipeTarget extends RecipeMaker {
  replaceUiList<K extends keyof UiLists>(list: K, items: UiLists[K]): Promise<void>;
  /** `undefined`: the stream does not exist or was removed. */
  ingestProgress(name: string): IngestProgress | undefined;
  /** Positive matches so far; `undefined`: the standing query does not exist or was removed. */
  standingCount(name: string): number | undefined;
  /** Runs a query. Each cell is compact JSON. Rejects with `cypher.timeout` after `timeoutMillis`. */
  runStatusQuery(
    text: string,
    limits: { readonly rows: number; readonly timeoutMillis: number },
  ): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }>;
}

export interface IngestProgress {
  /** For example `Running` or `Completed`. */
  readonly status: string;
  readonly isTerminal: boolean;
  readonly ingestedCount: number;
}

/** Receives the lines that a recipe prints. */
export interface RecipeConsole {
  line(text: string): void;
  /** Prints lines that replace the previous live lines, below all others; absent on a non-interactive console. */
  readonly live?: ((lines: readonly string[]) => void) | undefined;
}
