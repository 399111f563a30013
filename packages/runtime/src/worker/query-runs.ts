/** Queries that run on a worker and are pulled by the coordinator, batch by batch. */
import {
  checkEffects,
  type CompiledQuery,
  compileQuery,
  type CypherFunctionSource,
  type QueryServices,
} from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { WeirError } from '@weir/platform';
import type { WriteGate } from '../flow/write-gate.js';
import type { QueryRequest, QueryRows, QueryService, QueryStart } from '../contract/query-service.js';
import type { ModuleReference, QueryFacts, RowEncoder } from '@weir/contract';
import { EncodedRows } from './encoded-rows.js';
import { fromModule } from '../modules/load-module.js';
import { QueryRun } from './query-run.js';
import type { WorkerExtensions } from './worker-extensions.js';

/** Rows available within this time are sent with the answer to `start`. */
const FIRST_ROWS_MILLIS = 20;

export class QueryRuns implements QueryService {
  private readonly runs = new Map<number, QueryRun>();
  /** Encoders of running queries. They may have output left when their query has ended. */
  private readonly encoded = new Map<number, EncodedRows>();
  private readonly encoders = new Map<string, RowEncoder>();
  /** First rows that were too late for the answer to `start`. */
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
    const { query, text, parameters, atTime, timeout, allowedEffects, letsSleep, encoder } = request;
    const { extensions, worker, services, gate } = this;
    const { clock } = services.environment;
    const deadline = timeout === undefined ? undefined : clock.now() + timeout;
    const compiled = compileQuery(text, {
      parameters: Object.keys(parameters),
      extensions: extensions.all,
      bounds: { clock, deadline },
    });
    if (atTime !== undefined && !compiled.isReadOnly) throw writesToThePast(atTime);
    checkEffects(compiled.effects, allowedEffects);
    const graph = worker.session(atTime);
    if (letsSleep) graph.reads.passing = true;
    const encode = encoder && (this.encoders.get(nameOf(encoder)) ?? (await this.load(encoder)));
    const context = { ...services, graph, parameters, allowedEffects };
    const run = new QueryRun(compiled, { ...context, deadline }, timeout, gate, () =>
      this.runs.delete(query),
    );
    this.runs.set(query, run);
    if (encode !== undefined) this.encoded.set(query, new EncodedRows(run, encode));
    return { facts: factsOf(compiled), first: await this.firstRows(query, this.nextOf(query)) };
  }

  async next(query: number): Promise<QueryRows> {
    const late = this.late.get(query);
    this.late.delete(query);
    return late ?? this.nextOf(query);
  }

  async close(query: number): Promise<void> {
    this.runs.get(query)?.cancel();
    this.encoded.delete(query);
    this.late.delete(query);
  }

  cancelAll(): void {
    for (const run of this.runs.values()) run.cancel();
    this.encoded.clear();
    this.late.clear();
  }

  private async nextOf(query: number): Promise<QueryRows> {
    const rows = this.encoded.get(query) ?? this.runs.get(query);
    if (rows === undefined) throw new WeirError('cypher.cancelled', 'The query was cancelled.');
    let isOver = true;
    try {
      const next = await rows.next();
      isOver = next.isLast;
      return next;
    } finally {
      if (isOver) this.encoded.delete(query);
    }
  }

  private async load(encoder: ModuleReference): Promise<RowEncoder> {
    const made = await fromModule<RowEncoder>(encoder, 'rowEncoder');
    this.encoders.set(nameOf(encoder), made);
    return made;
  }

  /** Does not delay the answer for late first rows, so that the caller of a slow query knows that it has started. */
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

function nameOf({ module, options }: ModuleReference): string {
  return JSON.stringify([module, options]);
}

/** Thrown before anything runs, so that the error does not depend on the data. */
function writesToThePast(atTime: number): WeirError {
  return new WeirError(
    'graph.historical-write',
    `A query that may write cannot run at the historical time ${atTime}: the past can be read, not changed. ` +
      'Omit the time to write to the present.',
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
