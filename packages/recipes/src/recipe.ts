/** The contents of a recipe, independent of the version of its file: names are resolved, variables replaced. */
import {
  type DocumentPosition,
  type IngestDefinition,
  type NewStanding,
  targetField,
  type UiLists,
} from '@weir/definitions';
import type { RecipeProblem } from './recipe-problem.js';

export interface Recipe {
  readonly version: 1 | 2;
  /** Name of the bundled recipe, if it is one. */
  readonly bundledName?: string;
  readonly title: string;
  /** Texts for people. */
  readonly about: RecipeTexts;
  readonly ingestStreams: readonly NamedItem<IngestDefinition>[];
  readonly standingQueries: readonly StandingItem[];
  /** Empty lists leave the existing settings unchanged. */
  readonly ui: UiLists;
  /** Cypher. */
  readonly statusQuery: string | undefined;
  /** Probable mistakes that do not prevent the recipe from running. */
  readonly warnings: readonly RecipeProblem[];
  readonly filePositions: FilePositions;
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
  /** Path in the file. */
  readonly path: FilePath;
}

export interface StandingItem extends NamedItem<NewStanding> {
  /** Path of each output in the file, keyed by the output's name. */
  readonly outputPaths: Readonly<Record<string, FilePath>>;
}

export type FilePath = readonly PropertyKey[];

/** Positions in the recipe's file. */
export interface FilePositions {
  /** Position of the value at a path, or of the nearest value that encloses it. */
  of(path: FilePath): DocumentPosition | undefined;
  /** Position of a character of the text at a path; that of the text itself if it is a variable's value. */
  within(path: FilePath, offset: number): DocumentPosition | undefined;
  /** Whether there is nothing to check at the path: a variable without a value, or an unreadable part. */
  isOpen(path: FilePath): boolean;
}

/** Files that the recipe's outputs write, including dead letters: they may be written, as the recipe's user asked. */
export function recipeOutputPaths(recipe: Recipe): string[] {
  return [
    ...recipe.standingQueries.flatMap(({ definition }) =>
      Object.values(definition.outputs).flatMap(writtenPaths),
    ),
    ...recipe.ingestStreams.flatMap(({ definition }) => writtenPaths(definition.onRecordError)),
  ];
}

/** Returns the written paths at any depth of an output's definition. */
function writtenPaths(definition: unknown): string[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const { type, path } = definition as { readonly type?: unknown; readonly path?: unknown };
  const isWritten = type === 'DeadLetter' || targetField(type)?.is === 'file';
  const own = isWritten && typeof path === 'string' ? [path] : [];
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

/** Paths of the files that the recipe reads: their folders may be read, as the recipe's user asked. */
export function recipeFilePaths(recipe: Recipe): string[] {
  return recipe.ingestStreams.flatMap(({ definition: { source } }) =>
    targetField(source.type)?.is === 'file' && 'path' in source ? [source.path] : [],
  );
}
