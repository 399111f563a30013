/** A registered query with the results received so far, each checked against the earlier ones. */
import { compileQuery } from '@weir/cypher';
import { type MapGraph, testEnvironment } from '@weir/cypher/testing';
import type { UnpackedResult } from '@weir/graph/testing';
import type { StandingPlan } from '@weir/standing';
import type { RandomQuery } from './grammar/drawn-query.js';
import { USER_FUNCTIONS } from './grammar/user-functions.js';
import { rowText, TextCounts } from './row-text.js';

export class RunningQuery {
  /** Row of every current match, keyed by result id. */
  private readonly matches = new Map<string, string>();
  private readonly batch;
  private wrong: string | undefined = undefined;
  /** Number of matches and retractions. */
  results = 0;

  constructor(
    readonly plan: StandingPlan,
    readonly query: RandomQuery,
  ) {
    this.batch = compileQuery(query.batch ?? query.text, { extensions: USER_FUNCTIONS });
  }

  receive({ isPositiveMatch, resultId, row }: UnpackedResult): void {
    this.results++;
    const text = rowText(row, this.query.isLoose);
    if (isPositiveMatch) {
      if (this.matches.has(resultId)) this.wrong ??= `two matches with id ${resultId}`;
      this.matches.set(resultId, text);
      return;
    }
    const matched = this.matches.get(resultId);
    if (matched === undefined) this.wrong ??= `cancelled ${text} under ${resultId}, which did not match`;
    else if (matched !== text) this.wrong ??= `cancelled ${text} under the id of ${matched}`;
    this.matches.delete(resultId);
  }

  /** Compares net results with running the same query once. @returns the error found. */
  async compare(model: MapGraph): Promise<string | undefined> {
    return this.compareWith(await this.runOnce(model));
  }

  /** @param expected in the format of `TextCounts`. */
  compareWith(expected: string): string | undefined {
    if (this.wrong !== undefined) return this.wrong;
    const found = new TextCounts();
    for (const text of this.matches.values()) found.add(text, 1);
    if (found.toString() === expected) return undefined;
    return `reported [${found.toString()}], expected [${expected}]`;
  }

  private async runOnce(model: MapGraph): Promise<string> {
    const graph = model.session();
    const stream = this.batch.run({ graph, environment: testEnvironment(), parameters: {} });
    const expected = new TextCounts();
    for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) {
      for (const row of rows) expected.add(rowText(row, this.query.isLoose), 1);
    }
    return expected.toString();
  }
}
