/** What is wrong with a recipe, and where. */
import type { DocumentPosition } from '@weir/definitions';

export interface RecipeProblem {
  /** An error keeps the recipe from being run; a warning is of what is hardly meant. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** In the recipe file; absent where it is of no place in it. */
  readonly position?: DocumentPosition | undefined;
  /** `false`: it is understood without its place. */
  readonly needsPlace?: boolean;
}

/** As compilers say it, so that editors find the place: `recipe.yaml:3:7: error: ...`. */
export function problemLine(file: string, { severity, message, position }: RecipeProblem): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return `${place}: ${severity}: ${message}`;
}

/** As where the file is known from what is around it: `... (line 3, column 7)`. */
export function plainProblem({ message, position, needsPlace = true }: RecipeProblem): string {
  return position === undefined || !needsPlace ? message : `${message} (line ${position.line}, column ${position.column})`;
}

/** In the order of the file; what has no place comes last. */
export function inFileOrder(problems: readonly RecipeProblem[]): RecipeProblem[] {
  const place = ({ position }: RecipeProblem): number =>
    position === undefined ? Infinity : position.line * 1e6 + position.column;
  return [...problems].sort((a, b) => place(a) - place(b) || 0);
}
