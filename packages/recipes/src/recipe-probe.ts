/** Whom a recipe is checked with: looks at what it is asked about and starts nothing. */
import type { IngestDefinition, StandingPattern } from '@weir/definitions';

export interface RecipeProbe {
  /** Rejects with `cypher.*`. @param parameters that the query may use. */
  query(text: string, parameters: readonly string[]): Promise<{ readonly mayScanAllNodes: boolean }>;
  /** Rejects with `standing.invalid-pattern` or `cypher.*`. */
  pattern(pattern: StandingPattern): Promise<void>;
  /** The source alone, its file with it. Rejects with `ingest.*`. */
  source(source: IngestDefinition['source']): Promise<void>;
  /** A JavaScript function. Rejects with `ingest.invalid`. */
  transformation(source: string): Promise<void>;
  /** A file that the recipe's outputs are to write. Rejects with `output.*`. */
  outputFile(path: string): Promise<void>;
}
