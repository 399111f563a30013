/** What a recipe asks for, whatever the version of its file: names are settled, variables replaced. */
import type { DocumentPosition, IngestDefinition, NewStanding, UiLists } from '@weir/definitions';
import type { RecipeProblem } from './recipe-problem.js';

export interface Recipe {
  readonly version: 1 | 2;
  /** Of the bundled recipe that it is. */
  readonly bundledName?: string;
  readonly title: string;
  /** For people. */
  readonly about: RecipeTexts;
  readonly ingestStreams: readonly NamedItem<IngestDefinition>[];
  readonly standingQueries: readonly StandingItem[];
  /** Empty lists leave what is there alone. */
  readonly ui: UiLists;
  /** Cypher. */
  readonly statusQuery: string | undefined;
  /** What is hardly meant: it runs all the same. */
  readonly warnings: readonly RecipeProblem[];
  readonly places: RecipePlaces;
}

export interface RecipeTexts {
  readonly summary?: string;
  readonly description?: string;
  readonly contributor?: string;
  readonly iconImage?: string;
}

export interface NamedItem<T> {
  readonly name: string;
  readonly definition: T;
  /** Where it stands in the file. */
  readonly path: FilePath;
}

export interface StandingItem extends NamedItem<NewStanding> {
  /** By name, where each of the outputs stands in the file. */
  readonly outputPaths: Readonly<Record<string, FilePath>>;
}

export type FilePath = readonly PropertyKey[];

/** Places in the recipe's file. */
export interface RecipePlaces {
  /** Of what stands at a path, or of the nearest that encloses it. */
  of(path: FilePath): DocumentPosition | undefined;
  /** Of a character of the text at a path; the text's own where a variable's value stands there. */
  within(path: FilePath, offset: number): DocumentPosition | undefined;
  /** Nothing is there to be looked at: a variable without a value, or what could not be read. */
  isOpen(path: FilePath): boolean;
}

/** Files that the recipe's outputs write, dead letters among them: they may be written, as the recipe's user asked. */
export function recipeOutputPaths(recipe: Recipe): string[] {
  return [
    ...recipe.standingQueries.flatMap(({ definition }) =>
      Object.values(definition.outputs).flatMap(writtenPaths),
    ),
    ...recipe.ingestStreams.flatMap(({ definition }) => writtenPaths(definition.onRecordError)),
  ];
}

const WRITERS: ReadonlySet<unknown> = new Set(['WriteToFile', 'File', 'DeadLetter']);

/** In whatever part of an output's definition. */
function writtenPaths(definition: unknown): string[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const { type, path } = definition as { readonly type?: unknown; readonly path?: unknown };
  const own = WRITERS.has(type) && typeof path === 'string' ? [path] : [];
  return [...own, ...Object.values(definition).flatMap(writtenPaths)];
}

/** Addresses that the recipe's streams and outputs connect to, as its user asked. */
export function recipeUrls(recipe: Recipe): string[] {
  return [
    ...recipe.standingQueries.flatMap(({ definition }) => Object.values(definition.outputs).flatMap(urls)),
    ...recipe.ingestStreams.flatMap(({ definition }) => urls(definition)),
  ];
}

function urls(definition: unknown): string[] {
  if (typeof definition !== 'object' || definition === null) return [];
  return Object.entries(definition).flatMap(([key, value]: [string, unknown]) =>
    (key === 'url' || key === 'hookUrl') && typeof value === 'string' ? [value] : urls(value),
  );
}

/** Paths of the files that the recipe reads: their folders may be read from, as the recipe's user asked. */
export function recipeFilePaths(recipe: Recipe): string[] {
  return recipe.ingestStreams.flatMap(({ definition }) =>
    definition.source.type === 'File' ? [definition.source.path] : [],
  );
}
