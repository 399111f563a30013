/** Checks parts of a recipe without starting anything. */
import type { IngestDefinition, StandingPattern } from '@weir/definitions';

export interface RecipeProbe {
  /** Rejects with `cypher.*`. @param parameters that the query may use. */
  query(text: string, parameters: readonly string[]): Promise<{ readonly mayScanAllNodes: boolean }>;
  /** Rejects with `standing.invalid-pattern` or `cypher.*`. */
  pattern(pattern: StandingPattern): Promise<void>;
  /** Checks only the source, including its file. Rejects with `ingest.*`. */
  source(source: IngestDefinition['source']): Promise<void>;
  /** Checks a JavaScript function. Rejects with `ingest.invalid`. */
  transformation(source: string): Promise<void>;
  /** Checks a file that the recipe's outputs write. Rejects with `output.*`. */
  outputFile(path: string): Promise<void>;
}
