import { WeirError, type ErrorCode } from '@weir/platform';
import { plainProblem, type RecipeProblem } from './recipe-problem.js';

/** All errors of a recipe, one line each. */
export class RecipeError extends WeirError {
  /** One line each. */
  readonly problems: readonly string[];
  readonly faults: readonly RecipeProblem[];

  constructor(
    code: Extract<ErrorCode, `recipe.${string}`>,
    problems: readonly (string | RecipeProblem)[],
    options: { cause?: unknown } = {},
  ) {
    const faults = problems.map(problem =>
      typeof problem === 'string' ? ({ severity: 'error', message: problem } as const) : problem,
    );
    const lines = faults.map(plainProblem);
    super(code, lines.join('\n'), options);
    this.problems = lines;
    this.faults = faults;
  }
}
