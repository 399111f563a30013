/** An error or warning about a recipe, with its position. */
import type { DocumentPosition } from '@weir/definitions';

export interface RecipeProblem {
  /** An error prevents the recipe from running; a warning marks a probable mistake. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Position in the recipe file; absent if the problem has none. */
  readonly position?: DocumentPosition | undefined;
  /** `false`: the message is clear without its position. */
  readonly showsPosition?: boolean;
}

/** Formats a problem as compilers do, so that editors find the position: `recipe.yaml:3:7: error: ...`. */
export function problemLine(file: string, { severity, message, position }: RecipeProblem): string {
  const location = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return `${location}: ${severity}: ${message}`;
}

/** Formats a problem for a context that names the file: `... (line 3, column 7)`. */
export function plainProblem({ message, position, showsPosition = true }: RecipeProblem): string {
  return position === undefined || !showsPosition ? message : `${message} (line ${position.line}, column ${position.column})`;
}

/** Sorts problems by position in the file; problems without a position follow. */
export function inFileOrder(problems: readonly RecipeProblem[]): RecipeProblem[] {
  const location = ({ position }: RecipeProblem): number =>
    position === undefined ? Infinity : position.line * 1e6 + position.column;
  return [...problems].sort((a, b) => location(a) - location(b) || 0);
}
