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

/** Files that the recipe's outputs write, dead letters among them: they may be written, as the recipe's user asked. */
export function recipeOutputPaths(recipe: Recipe): string[] {
  return recipe.standingQueries.flatMap(({ definition }) =>
    Object.values(definition.outputs).flatMap(writtenPaths),
  );
}

const WRITERS: ReadonlySet<unknown> = new Set(['WriteToFile', 'File', 'DeadLetter']);

/** In whatever part of an output's definition. */
function writtenPaths(definition: unknown): string[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const { type, path } = definition as { readonly type?: unknown; readonly path?: unknown };
  const own = WRITERS.has(type) && typeof path === 'string' ? [path] : [];
  return [...own, ...Object.values(definition).flatMap(writtenPaths)];
}

/** Paths of the files that the recipe reads: their folders may be read from, as the recipe's user asked. */
export function recipeFilePaths(recipe: Recipe): string[] {
  return recipe.ingestStreams.flatMap(({ definition }) =>
    definition.source.type === 'File' ? [definition.source.path] : [],
  );
}
