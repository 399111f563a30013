import type { WeirClient } from '@weir/client';

export interface StandingQueryRow {
  readonly name: string;
  readonly query: string;
  readonly mode: string;
  /** Names. */
  readonly outputs: readonly string[];
  /** Since the server started. */
  readonly matches: number;
  /** Results that wait for the slowest consumer. */
  readonly waiting: number;
  /** Expressions of the query that failed since the server started. */
  readonly expressionFailures: number;
}

export async function readStandingQueries(
  client: WeirClient,
  signal: AbortSignal,
): Promise<StandingQueryRow[]> {
  const queries = await client.standingQueries.list({ signal });
  return queries.map(({ name, pattern, outputs, stats }) => {
    // One entry for each member that the query runs on.
    const members = Object.values(stats);
    const sum = (count: (each: (typeof members)[number]) => number): number =>
      members.reduce((total, each) => total + count(each), 0);
    return {
      name,
      query: pattern.query,
      mode: pattern.mode,
      outputs: outputs.map(output => output.name),
      matches: sum(({ rates }) => rates.count),
      waiting: sum(({ bufferSize }) => bufferSize),
      expressionFailures: sum(({ expressionFailures = 0 }) => expressionFailures),
    };
  });
}
