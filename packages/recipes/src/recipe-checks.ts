/** Shared by the checks of a recipe: the probe that they query, and the positions of their findings in the file. */
import { WeirError } from '@weir/platform';
import type { RecipeProbe } from './recipe-probe.js';
import type { RecipeProblem } from './recipe-problem.js';
import type { FilePath, Recipe } from './recipe.js';

export class RecipeChecks {
  readonly problems: RecipeProblem[] = [];

  constructor(
    private readonly recipe: Recipe,
    readonly probe: RecipeProbe,
  ) {}

  say(severity: RecipeProblem['severity'], what: string, path: FilePath, message: string): void {
    if (this.recipe.filePositions.isOpen(path)) return;
    const position = this.recipe.filePositions.of(path);
    this.problems.push({ severity, message: `${what}: ${message}`, position });
  }

  async of(what: string, path: FilePath, run: () => Promise<void>): Promise<void> {
    if (this.recipe.filePositions.isOpen(path)) return;
    try {
      await run();
    } catch (error) {
      this.say('error', what, path, WeirError.from(error).message);
    }
  }

  /**
   * @param before text that precedes this text in the compiled query.
   * @returns the result of `run`; `undefined` when the query is invalid.
   */
  async query<T>(
    what: string,
    path: FilePath,
    text: string,
    run: (text: string) => Promise<T>,
    { severity = 'error', before = '' }: { severity?: RecipeProblem['severity']; before?: string } = {},
  ): Promise<T | undefined> {
    if (this.recipe.filePositions.isOpen(path)) return undefined;
    const whole = before + text;
    try {
      return await run(whole);
    } catch (thrown) {
      const error = WeirError.from(thrown);
      const { filePositions } = this.recipe;
      const offset = error.position?.source === whole ? error.position.offset - before.length : undefined;
      const position = offset === undefined ? filePositions.of(path) : filePositions.within(path, Math.max(0, offset));
      this.problems.push({ severity, message: `${what}: ${withoutPosition(error)}`, position });
      return undefined;
    }
  }
}

/** Removes the position within the query: the error carries a position in the file. */
function withoutPosition({ message, position }: WeirError): string {
  if (position === undefined) return message;
  const [line = ''] = message.split('\n');
  return line.replace(` at ${position.line}.${position.column} `, ': ');
}
