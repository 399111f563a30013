/** Ad-hoc queries, for both API versions. */
import type { PlanDescription, Row } from '@weir/cypher';
import { WeirError, type Clock, type ValueMap } from '@weir/model';
import type { QueryFacts, QueryOptions, StreamingGraph } from '@weir/contract';

/** What an HTTP request may take, unless it says otherwise. */
const DEFAULT_TIMEOUT_MILLIS = 300_000;

export interface QueryAnswer {
  readonly columns: readonly string[];
  /** Rows in order. Throws the query's run-time error; leaving the loop stops the query. */
  batches(): AsyncIterable<readonly Row[]>;
}

export class CypherQueries {
  constructor(
    private readonly graph: StreamingGraph,
    private readonly clock: Clock,
  ) {}

  /**
   * Rejects with `cypher.*`; `request.invalid` for a time that is still to come; `graph.historical-write` for a
   * query that may write, at any time but the present.
   * @param timeParameter what the request calls the time.
   */
  async run(
    text: string,
    options: QueryOptions,
    timeParameter: 'at-time' | 'atTime' = 'at-time',
  ): Promise<QueryAnswer> {
    this.checkTime(options.atTime, timeParameter);
    const explained = explainedText(text);
    if (explained !== undefined) return planAnswer(await this.graph.inspect(explained));
    return this.graph.query(text, { ...options, timeout: options.timeout ?? DEFAULT_TIMEOUT_MILLIS });
  }

  private checkTime(atTime: number | undefined, parameter: string): void {
    const now = this.clock.now();
    if (atTime === undefined || atTime <= now) return;
    throw new WeirError(
      'request.invalid',
      `Value ${atTime} must be less than system time ${now} for query parameter '${parameter}'`,
    );
  }
}

/** The query behind a leading EXPLAIN, with every character where it was. */
function explainedText(text: string): string | undefined {
  const match = /^\s*EXPLAIN(?=\s)/i.exec(text);
  if (!match) return undefined;
  const prefix = match[0];
  return prefix.slice(0, -'EXPLAIN'.length) + ' '.repeat('EXPLAIN'.length) + text.slice(prefix.length);
}

function planAnswer(facts: QueryFacts): QueryAnswer {
  const plan = {
    ...planValue(facts.plan),
    canContainAllNodeScan: facts.canContainAllNodeScan,
    isIdempotent: facts.isIdempotent,
    isReadOnly: facts.isReadOnly,
  };
  return {
    columns: ['plan'],
    async *batches() {
      yield [[plan]];
    },
  };
}

function planValue(plan: PlanDescription): ValueMap {
  return {
    args: plan.args,
    children: plan.children.map(planValue),
    identifiers: [...plan.identifiers],
    operatorType: plan.operatorType,
  };
}
