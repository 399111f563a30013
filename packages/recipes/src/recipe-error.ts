import { WeirError, type ErrorCode } from '@weir/model';

/** Everything that is wrong with a recipe, one line each. */
export class RecipeError extends WeirError {
  constructor(
    code: Extract<ErrorCode, `recipe.${string}`>,
    readonly problems: readonly string[],
    options: { cause?: unknown } = {},
  ) {
    super(code, problems.join('\n'), options);
  }
}
