/**
 * Runs a query for each result and passes the rows on. The query may write, and so cause further results. Its lane is
 * therefore never blocked by pending results: the two would deadlock.
 */
import {
  nodeAsMap,
  NodeValue,
  relationshipAsMap,
  RelationshipValue,
  mapSet,
  type Value,
  type ValueMap,
} from '@weir/model';
import { isTransient } from '@weir/platform';
import type { Lane, StandingOutput, ValueOutcome } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import type { QueryOfResults } from '../definition/graph-destination.js';
import {
  BaseSink,
  bothArrived,
  type DeliveryFailure,
  type DeliveryReport,
  failuresOf,
  reportOf,
  type ResultSink,
  type SinkSupports,
} from '@weir/plugins';
import { refuseScan } from './refuse-scan.js';
import { resultValue } from '@weir/formats/encoders';
import { runValuesThrough } from './run-values.js';
import type { SinkContext } from '@weir/formats/kinds';

const NO_FAILURES: readonly DeliveryFailure[] = [];

export class CypherSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private lane: Lane | undefined;
  private hasWarnedOfRows = false;
  private readonly closing = new AbortController();
  /** Arrival of rows of the batch in delivery. */
  private arrived: DeliveryReport['arrived'] = undefined;

  /** @param next receives the rows; this sink opens and closes it. */
  constructor(
    private readonly definition: QueryOfResults,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
    private readonly next: ResultSink | undefined,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    const { graph, outputName, standingName } = this.context;
    const { query, parameter, parallelism } = this.definition;
    const name = `${standingName}/${outputName}`;
    this.lane = await graph.openLane({ name, query, parameter, parallelism, heldByResults: false });
    refuseScan(this.lane.facts, this.definition);
    await this.next?.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { parallelism } = this.definition;
    const failures: DeliveryFailure[] = [];
    for (let start = 0; start < results.length; start += parallelism) {
      failures.push(...(await this.runGroup(results.slice(start, start + parallelism))));
    }
    const { arrived } = this;
    this.arrived = undefined;
    const report = reportOf(results.length, failures);
    return arrived === undefined ? report : { ...report, arrived };
  }

  protected async closeSink(): Promise<void> {
    this.closing.abort();
    await this.lane?.close();
    await this.next?.close();
  }

  /** @returns the results whose query failed, or with a row that could not be delivered. */
  private async runGroup(group: readonly StandingOutput[]): Promise<DeliveryFailure[]> {
    const outcomes = await this.run(group);
    const causes = new Map<StandingOutput, StandingOutput>();
    const failures: DeliveryFailure[] = [];
    outcomes.forEach((outcome, i) => {
      const result = group[i]!;
      if (outcome.error === undefined) {
        for (const row of outcome.rows) causes.set(this.rowAsResult(result, row), result);
        return;
      }
      const { code, message } = outcome.error;
      failures.push({ result, reason: `its query failed: ${code}: ${message}`, mayPass: isTransient(code) });
    });
    for (const failure of await this.handOn([...causes.keys()])) {
      failures.push({ ...failure, result: causes.get(failure.result)! });
    }
    // A result with several failed rows counts once.
    return [...new Map(failures.map(failure => [failure.result, failure])).values()];
  }

  /** Returns the outcome of each result. Transient failures are retried without limit. */
  private run(group: readonly StandingOutput[]): Promise<readonly ValueOutcome[]> {
    const values = group.map(result => resultValue(result, this.structure));
    return runValuesThrough(this.lane!, values, {
      scheduler: this.context.environment.scheduler,
      closing: this.closing.signal,
      isToBeRetried: () => this.definition.shouldRetry,
    });
  }

  private async handOn(rows: readonly StandingOutput[]): Promise<readonly DeliveryFailure[]> {
    if (rows.length === 0) return NO_FAILURES;
    if (this.next !== undefined) {
      if (this.isClosed) return failuresOf(rows, 'closed before the rows were delivered', true);
      const { failures, arrived } = await this.next.deliver(rows);
      this.arrived = bothArrived(this.arrived, arrived);
      return failures ?? NO_FAILURES;
    }
    if (!this.hasWarnedOfRows) {
      this.hasWarnedOfRows = true;
      const { environment, outputName } = this.context;
      environment.logger.log(
        'warn',
        `The query of output '${outputName}' returns rows, but has no andThen that receives them.`,
      );
    }
    return NO_FAILURES;
  }

  private rowAsResult(cause: StandingOutput, row: readonly Value[]): StandingOutput {
    const data: ValueMap = {};
    this.lane!.facts.columns.forEach((column, i) => mapSet(data, column, asData(row[i] ?? null)));
    return { ...cause, data };
  }
}

/** Passes nodes and relationships on as maps. */
function asData(value: Value): Value {
  if (value instanceof NodeValue) return nodeAsMap(value);
  if (value instanceof RelationshipValue) return relationshipAsMap(value);
  return Array.isArray(value) ? value.map(asData) : value;
}
