/** Net results, for a consumer that ignores duplicates. */
import type { StandingOutput } from '@weir/runtime';

export class ResultBalance {
  private readonly open = new Map<string, StandingOutput['data']>();
  private readonly over = new Set<string>();
  matches = 0;
  cancellations = 0;
  /** An inconsistency that no consumer should see. */
  wrong: string | undefined = undefined;

  readonly take = (results: readonly StandingOutput[]): Promise<void> => {
    for (const result of results) this.takeOne(result);
    return Promise.resolve();
  };

  /** Data of the current matches. */
  get rows(): readonly StandingOutput['data'][] {
    return [...this.open.values()];
  }

  private takeOne({ resultId, isPositiveMatch, data }: StandingOutput): void {
    if (this.over.has(resultId)) return;
    const known = this.open.get(resultId);
    if (isPositiveMatch) {
      if (known === undefined) this.matches++;
      this.open.set(resultId, data);
      return;
    }
    this.cancellations++;
    if (known === undefined) this.wrong ??= `cancelled without a match: ${resultId}`;
    this.open.delete(resultId);
    this.over.add(resultId);
  }
}
