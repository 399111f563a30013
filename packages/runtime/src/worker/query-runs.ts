/** Queries that run on a worker and are pulled by the coordinator, batch by batch. */
import {
  type CompiledQuery,
  compileQuery,
  type CypherFunctionSource,
  type QueryServices,
} from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { WeirError } from '@weir/model';
import type { WriteGate } from '../flow/write-gate.js';
import type { QueryRequest, QueryRows, QueryService, QueryStart } from '../contract/query-service.js';
import type { QueryFacts } from '@weir/contract';
import { QueryRun } from './query-run.js';
import type { WorkerExtensions } from './worker-extensions.js';

/** Rows that are there so soon travel with the answer to `start`. */
const FIRST_ROWS_MILLIS = 20;

export class QueryRuns implements QueryService {
  private readonly runs = new Map<number, QueryRun>();
  /** First rows that came too late for the answer to `start`. */
  private readonly late = new Map<number, Promise<QueryRows>>();

  constructor(
    private readonly worker: GraphWorker,
    private readonly extensions: WorkerExtensions,
    private readonly services: QueryServices,
    private readonly gate: WriteGate,
  ) {}

  async defineFunctions(functions: readonly CypherFunctionSource[]): Promise<void> {
    this.extensions.define(functions);
  }

  async inspect(text: string, parameters: readonly string[] | undefined): Promise<QueryFacts> {
    return factsOf(compileQuery(text, { parameters, extensions: this.extensions.all }));
  }

  async start(request: QueryRequest): Promise<QueryStart> {
    const { query, text, parameters, atTime, timeout, letsSleep } = request;
    const { extensions, worker, services, gate } = this;
    const compiled = compileQuery(text, { parameters: Object.keys(parameters), extensions: extensions.all });
    if (atTime !== undefined && !compiled.isReadOnly) throw writesToThePast(atTime);
    const graph = worker.session(atTime);
    if (letsSleep) graph.passing = true;
    const context = { ...services, graph, parameters };
    const run = new QueryRun(compiled, context, timeout, gate, () => this.runs.delete(query));
    this.runs.set(query, run);
    return { facts: factsOf(compiled), first: await this.firstRows(query, run.next()) };
  }

  async next(query: number): Promise<QueryRows> {
    const late = this.late.get(query);
    this.late.delete(query);
    const run = this.runs.get(query);
    if (late !== undefined) return late;
    if (run === undefined) throw new WeirError('cypher.cancelled', 'The query was cancelled.');
    return run.next();
  }

  async close(query: number): Promise<void> {
    this.runs.get(query)?.cancel();
    this.late.delete(query);
  }

  cancelAll(): void {
    for (const run of this.runs.values()) run.cancel();
    this.late.clear();
  }

  /** Whoever asked is not kept waiting, so that the rows of a query that gives one now and then are known to be on their way. */
  private async firstRows(query: number, rows: Promise<QueryRows>): Promise<QueryStart['first']> {
    const { scheduler } = this.worker.environment;
    let stopTimer = (): void => undefined;
    const tooLong = new Promise<undefined>(resolve => {
      stopTimer = scheduler.after(FIRST_ROWS_MILLIS, () => {
        this.late.set(query, rows);
        resolve(undefined);
      });
    });
    const first = rows.catch((error: unknown) => WeirError.from(error));
    const found = await Promise.race([first, tooLong]);
    stopTimer();
    return found;
  }
}

/** Said before anything runs, so that it does not depend on what the query would find. */
function writesToThePast(atTime: number): WeirError {
  return new WeirError(
    'graph.historical-write',
    `A query that may write cannot run at the historical time ${atTime}: the past can be read, not changed. ` +
      'Leave the time out to write to the present.',
  );
}

export function factsOf(compiled: CompiledQuery): QueryFacts {
  return {
    columns: compiled.columns,
    isReadOnly: compiled.isReadOnly,
    isIdempotent: compiled.isIdempotent,
    canContainAllNodeScan: compiled.canContainAllNodeScan,
    plan: compiled.describe(),
  };
}
