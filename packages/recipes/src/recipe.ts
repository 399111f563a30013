/** What a recipe asks for, whatever the version of its file: names are settled, variables replaced. */
import type { IngestDefinition, StandingQueryDefinition, UiLists } from '@weir/definitions';

export interface Recipe {
  readonly title: string;
  readonly ingestStreams: readonly NamedItem<IngestDefinition>[];
  readonly standingQueries: readonly NamedItem<StandingQueryDefinition>[];
  /** Empty lists leave what is there alone. */
  readonly ui: UiLists;
  /** Cypher. */
  readonly statusQuery: string | undefined;
}

export interface NamedItem<T> {
  readonly name: string;
  readonly definition: T;
}

/** Paths of the files that the recipe reads: their folders may be read from, as the recipe's user asked. */
export function recipeFilePaths(recipe: Recipe): string[] {
  return recipe.ingestStreams.flatMap(({ definition }) =>
    definition.source.type === 'File' ? [definition.source.path] : [],
  );
}
