/** Outputs of standing queries. All calls reject with a `WeirClientError`. */
import type { components } from '../generated/v2.js';
import { dataOf, type RawApi } from '../raw-api.js';
import { type CallOptions, GRAPH, init } from './call-options.js';

type Schemas = components['schemas'];

export type OutputDefinition = Schemas['StandingQueryWorkflow'];
export type OutputStatus = Schemas['OutputStatus'];
export type Redelivery = Schemas['Redelivery'];

const ALL = '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs';

export class StandingQueryOutputs {
  constructor(private readonly api: RawApi) {}

  async list(standingQuery: string, options: CallOptions = {}): Promise<OutputStatus[]> {
    const params = { path: { graph: GRAPH, standingQueryName: standingQuery } };
    return (await dataOf(this.api.v2.GET(ALL, { params, ...init(options) }))).items;
  }

  /** Adds an output, which receives later results. */
  async create(
    standingQuery: string,
    definition: OutputDefinition,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { path: { graph: GRAPH, standingQueryName: standingQuery } };
    await dataOf(this.api.v2.POST(ALL, { params, body: definition, ...init(options) }));
  }

  /** @returns the removed output. */
  remove(standingQuery: string, output: string, options: CallOptions = {}): Promise<OutputDefinition> {
    const path = { graph: GRAPH, standingQueryName: standingQuery, standingQueryOutputName: output };
    return dataOf(
      this.api.v2.DELETE(`${ALL}/{standingQueryOutputName}`, { params: { path }, ...init(options) }),
    );
  }

  /** Delivers the dead letters of an output again. Resolves when all were attempted. */
  redeliver(standingQuery: string, output: string, options: CallOptions = {}): Promise<Redelivery> {
    const path = { graph: GRAPH, standingQueryName: standingQuery, outputName: output };
    return dataOf(this.api.v2.POST(`${ALL}/{outputName}:redeliver`, { params: { path }, ...init(options) }));
  }
}
