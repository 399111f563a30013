/**
 * Runs a query for each result, and hands the rows on. The query may write, and so cause further results: its
 * lane is never held back by results that wait, or the two would wait for each other.
 */
import {
  nodeAsMap,
  NodeValue,
  relationshipAsMap,
  RelationshipValue,
  WeirError,
  mapSet,
  type ErrorCode,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { Lane, StandingOutput, ValueOutcome } from '@weir/runtime';
import type { CypherQueryOutput } from '../definition/output-definition.js';
import { BaseSink } from './base-sink.js';
import { LossLog } from './loss-log.js';
import { resultValue } from './result-json.js';
import type { DeliveryReport, ResultSink, SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

const RETRY_MILLIS = 100;
const MAY_PASS: ReadonlySet<ErrorCode> = new Set(['store.failed', 'graph.not-ready', 'cypher.timeout']);

export class CypherSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private lane: Lane | undefined;
  private readonly losses: LossLog;
  private hasWarnedOfRows = false;
  private wake: (() => void) | undefined;

  /** @param next takes the rows; it is opened and closed with this one. */
  constructor(
    private readonly definition: CypherQueryOutput,
    private readonly context: SinkContext,
    private readonly next: ResultSink | undefined,
  ) {
    super();
    this.losses = new LossLog(context.outputName, context.environment.clock, context.environment.logger);
  }

  protected async openSink(): Promise<void> {
    const { graph, outputName, standingName } = this.context;
    const { query, parameter, parallelism, allowAllNodeScan } = this.definition;
    const name = `${standingName}/${outputName}`;
    this.lane = await graph.openLane({ name, query, parameter, parallelism, heldByResults: false });
    if (this.lane.facts.canContainAllNodeScan && !allowAllNodeScan) {
      throw new WeirError(
        'output.invalid',
        'Cypher query may contain full node scan; re-write without possible full node scan, or pass ' +
          `allowAllNodeScan true. The provided query was: ${query}`,
      );
    }
    await this.next?.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { parallelism } = this.definition;
    let failed = 0;
    for (let start = 0; start < results.length; start += parallelism) {
      failed += await this.runGroup(results.slice(start, start + parallelism));
    }
    return { delivered: results.length - failed, failed, dropped: 0 };
  }

  protected async closeSink(): Promise<void> {
    this.wake?.();
    await this.lane?.close();
    await this.next?.close();
    this.losses.finish();
  }

  /** @returns for how many the query failed. */
  private async runGroup(group: readonly StandingOutput[]): Promise<number> {
    const outcomes = await this.run(group);
    const rows: StandingOutput[] = [];
    let failed = 0;
    outcomes.forEach((outcome, i) => {
      if (outcome.error !== undefined) {
        failed++;
        this.losses.add(`its query failed: ${outcome.error.code}: ${outcome.error.message}`);
      } else {
        for (const row of outcome.rows) rows.push(this.rowAsResult(group[i]!, row));
      }
    });
    await this.handOn(rows);
    return failed;
  }

  /** Each result's outcome, after trying again what may pass, for as long as it takes. */
  private async run(group: readonly StandingOutput[]): Promise<readonly ValueOutcome[]> {
    const values = group.map(result => resultValue(result, this.definition.structure));
    const outcomes: ValueOutcome[] = [...(await this.runValues(values))];
    for (;;) {
      const again = outcomes.flatMap(({ error }, i) =>
        error !== undefined && this.isToBeRetried(error) ? [i] : [],
      );
      if (again.length === 0) return outcomes;
      await this.pause();
      const repeated = await this.runValues(again.map(i => values[i]!));
      again.forEach((i, k) => (outcomes[i] = repeated[k]!));
    }
  }

  private async runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    try {
      return await this.lane!.runValues(values);
    } catch (error) {
      return values.map(() => ({ rows: [], error: WeirError.from(error) }));
    }
  }

  private isToBeRetried(error: WeirError): boolean {
    return this.definition.shouldRetry && !this.isClosed && MAY_PASS.has(error.code);
  }

  private async handOn(rows: readonly StandingOutput[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.next !== undefined) {
      if (this.isClosed) return this.context.lost(rows.length);
      const { failed } = await this.next.deliver(rows);
      if (failed > 0) this.context.lost(failed);
    } else if (!this.hasWarnedOfRows) {
      this.hasWarnedOfRows = true;
      const { environment, outputName } = this.context;
      environment.logger.log(
        'warn',
        `The query of output '${outputName}' returns rows, and there is no andThen to take them.`,
      );
    }
  }

  private rowAsResult(cause: StandingOutput, row: readonly Value[]): StandingOutput {
    const data: ValueMap = {};
    this.lane!.facts.columns.forEach((column, i) => mapSet(data, column, asData(row[i] ?? null)));
    return {
      resultId: cause.resultId,
      isPositiveMatch: cause.isPositiveMatch,
      isInitialResult: cause.isInitialResult,
      data,
      ...(cause.provenance === undefined ? {} : { provenance: cause.provenance }),
    };
  }

  private pause(): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.context.environment.scheduler.after(RETRY_MILLIS, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Nodes and relationships go on as maps. */
function asData(value: Value): Value {
  if (value instanceof NodeValue) return nodeAsMap(value);
  if (value instanceof RelationshipValue) return relationshipAsMap(value);
  return Array.isArray(value) ? value.map(asData) : value;
}
