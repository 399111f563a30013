/** The only result of a root that matches or does not. */
import type { HeldResults } from '../node/held-results.js';
import { exactKey } from '../../collections/row-key.js';
import type { StandingRow } from '../../contract/delta.js';

export class MatchResult implements HeldResults {
  readonly hasPositionIndex = false;

  constructor(private readonly root: { resultId: string | undefined }) {}

  rows(): Iterable<{ readonly row: undefined; readonly ids: readonly string[] }> {
    const { resultId } = this.root;
    return resultId === undefined ? [] : [{ row: undefined, ids: [resultId] }];
  }

  began(resultId: string): void {
    this.root.resultId = resultId;
  }

  end(): string | undefined {
    const { resultId } = this.root;
    this.root.resultId = undefined;
    return resultId;
  }

  idAt(row: StandingRow, position: number, match: () => StandingRow): string | undefined {
    return position === 0 && exactKey(row) === exactKey(match()) ? this.root.resultId : undefined;
  }

  positionOf(_row: StandingRow, resultId: string): number | undefined {
    return this.root.resultId === resultId ? 0 : undefined;
  }

  rename(_row: StandingRow, _at: number, name: string): void {
    if (this.root.resultId !== undefined) this.root.resultId = name;
  }

  dropPositionIndex(): void {}
}
