/** Standing queries of a server. All calls reject with a `WeirClientError`. */
import type { components, operations } from '../generated/v2.js';
import { dataOf, type RawApi } from '../raw-api.js';
import { type CallOptions, GRAPH, init } from './call-options.js';
import { StandingQueryOutputs } from './standing-query-outputs.js';

type Schemas = components['schemas'];

export type StandingQueryDefinition = Schemas['StandingQueryDefinitionV2'];
export type StandingQueryReplacement = Schemas['StandingQueryReplacementV2'];
export type StandingQueryInfo = Schemas['RegisteredStandingQueryV2'];
export type StandingQueryExplanation = Schemas['StandingQueryExplanation'];
export type ExplainRequest = Schemas['ExplainRequest'];
export type AuditRequest = Schemas['AuditRequest'];
export type KeptResult = Schemas['KeptResult'];
export type AuditReport = Schemas['AuditReport'];

type CreateQuery = NonNullable<operations['create-standing-query']['parameters']['query']>;

export interface CreateStandingQueryOptions extends CallOptions {
  /** Which existing nodes are evaluated: none (`NONE`, the default), awake ones, or all. */
  readonly propagateTo?: CreateQuery['propagateTo'];
  /** Number of nodes woken at a time. */
  readonly wakeUpParallelism?: number;
}

export interface PropagateOptions extends CallOptions {
  /** Also wakes sleeping nodes. Default false. */
  readonly includeSleeping?: boolean;
  readonly wakeUpParallelism?: number;
}

const ALL = '/api/v2/graph/{graph}/standingQueries';
const ONE = '/api/v2/graph/{graph}/standingQueries/{standingQueryName}';

export class StandingQueries {
  readonly outputs: StandingQueryOutputs;

  constructor(private readonly api: RawApi) {
    this.outputs = new StandingQueryOutputs(api);
  }

  async list(options: CallOptions = {}): Promise<StandingQueryInfo[]> {
    const params = { path: { graph: GRAPH } };
    return (await dataOf(this.api.v2.GET(ALL, { params, ...init(options) }))).items;
  }

  /** Rejects with `standing.not-found`. */
  get(name: string, options: CallOptions = {}): Promise<StandingQueryInfo> {
    return dataOf(this.api.v2.GET(ONE, { ...of(name), ...init(options) }));
  }

  /** Rejects with `standing.exists`, `standing.invalid-pattern` or `cypher.*`. */
  create(
    definition: StandingQueryDefinition,
    { propagateTo, wakeUpParallelism, ...options }: CreateStandingQueryOptions = {},
  ): Promise<StandingQueryInfo> {
    const query = {
      ...(propagateTo === undefined ? {} : { propagateTo }),
      ...(wakeUpParallelism === undefined ? {} : { wakeUpParallelism }),
    };
    const params = { path: { graph: GRAPH }, query };
    return dataOf(this.api.v2.POST(ALL, { params, body: definition, ...init(options) }));
  }

  /** Changes the query; consumers receive the difference of the results. */
  replace(
    name: string,
    replacement: StandingQueryReplacement,
    options: CallOptions = {},
  ): Promise<StandingQueryInfo> {
    return dataOf(this.api.v2.PUT(ONE, { ...of(name), body: replacement, ...init(options) }));
  }

  /** @returns the removed query. Rejects with `standing.not-found`. */
  remove(name: string, options: CallOptions = {}): Promise<StandingQueryInfo> {
    return dataOf(this.api.v2.DELETE(ONE, { ...of(name), ...init(options) }));
  }

  /** Evaluates all standing queries on existing nodes. Resolves when the server has accepted the request. */
  async propagate({
    includeSleeping = false,
    wakeUpParallelism,
    ...options
  }: PropagateOptions = {}): Promise<void> {
    const query = {
      includeSleeping: includeSleeping ? ('true' as const) : ('false' as const),
      ...(wakeUpParallelism === undefined ? {} : { wakeUpParallelism }),
    };
    const params = { path: { graph: GRAPH }, query };
    await dataOf(this.api.v2.POST(`${ALL}:propagate`, { params, ...init(options) }));
  }

  /** Explains why a node matches, or which conditions it lacks. */
  explain(
    name: string,
    request: ExplainRequest,
    options: CallOptions = {},
  ): Promise<StandingQueryExplanation> {
    return dataOf(this.api.v2.POST(`${ONE}:explain`, { ...of(name), body: request, ...init(options) }));
  }

  /** Returns the latest results that the server keeps, oldest first. @param limit default 20, at most 1000. */
  async latestResults(name: string, limit?: number, options: CallOptions = {}): Promise<KeptResult[]> {
    const params = { ...of(name).params, query: limit === undefined ? {} : { limit } };
    return (await dataOf(this.api.v2.GET(`${ONE}/results`, { params, ...init(options) }))).items;
  }

  /** Compares the results with a new run of the query. */
  audit(name: string, request: AuditRequest = {}, options: CallOptions = {}): Promise<AuditReport> {
    return dataOf(this.api.v2.POST(`${ONE}:audit`, { ...of(name), body: request, ...init(options) }));
  }
}

function of(standingQueryName: string) {
  return { params: { path: { graph: GRAPH, standingQueryName } } };
}
