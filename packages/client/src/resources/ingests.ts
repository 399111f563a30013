/** Ingest streams of a server. All calls reject with a `WeirClientError`. */
import type { components } from '../generated/v2.js';
import { dataOf, type RawApi } from '../raw-api.js';
import { type CallOptions, GRAPH, init } from './call-options.js';

type Schemas = components['schemas'];

export type IngestDefinition = Schemas['IngestDefinitionV2'];
export type IngestInfo = Schemas['IngestInfoV2'];
export type DryRunOutcome = Schemas['DryRunOutcome'];
export type PushOutcome = Schemas['PushOutcome'];

export interface DryRunOptions extends CallOptions {
  /** Number of records to read. */
  readonly limit?: number;
  /** Records in the format of the source, which are tried instead of those of the source. */
  readonly sample?: string;
}

const ALL = '/api/v2/graph/{graph}/ingests';
const ONE = '/api/v2/graph/{graph}/ingests/{ingestName}';

export class Ingests {
  constructor(private readonly api: RawApi) {}

  async list(options: CallOptions = {}): Promise<IngestInfo[]> {
    const params = { path: { graph: GRAPH } };
    return (await dataOf(this.api.v2.GET(ALL, { params, ...init(options) }))).items;
  }

  /** Rejects with `ingest.not-found`. */
  get(name: string, options: CallOptions = {}): Promise<IngestInfo> {
    return dataOf(this.api.v2.GET(ONE, { ...of(name), ...init(options) }));
  }

  /** Starts a stream. Rejects with `ingest.exists`, `ingest.*` or `cypher.*`. */
  create(definition: IngestDefinition, options: CallOptions = {}): Promise<IngestInfo> {
    const params = { path: { graph: GRAPH } };
    return dataOf(this.api.v2.POST(ALL, { params, body: definition, ...init(options) }));
  }

  /** Reads the first records into a temporary graph. */
  dryRun(
    definition: IngestDefinition,
    { limit, sample, ...options }: DryRunOptions = {},
  ): Promise<DryRunOutcome> {
    const params = { path: { graph: GRAPH }, query: limit === undefined ? {} : { limit } };
    const body = sample === undefined ? definition : { ...definition, sample };
    return dataOf(this.api.v2.POST(`${ALL}:dryRun`, { params, body, ...init(options) }));
  }

  pause(name: string, options: CallOptions = {}): Promise<IngestInfo> {
    return dataOf(this.api.v2.POST(`${ONE}:pause`, { ...of(name), ...init(options) }));
  }

  resume(name: string, options: CallOptions = {}): Promise<IngestInfo> {
    return dataOf(this.api.v2.POST(`${ONE}:resume`, { ...of(name), ...init(options) }));
  }

  /** Sends one record or an array of records to a stream that accepts them over HTTP. */
  push(name: string, records: unknown, options: CallOptions = {}): Promise<PushOutcome> {
    return dataOf(this.api.v2.POST(`${ONE}:push`, { ...of(name), body: records, ...init(options) }));
  }

  /** Stops and removes a stream. @returns the removed stream. Rejects with `ingest.not-found`. */
  remove(name: string, options: CallOptions = {}): Promise<IngestInfo> {
    return dataOf(this.api.v2.DELETE(ONE, { ...of(name), ...init(options) }));
  }
}

function of(ingestName: string) {
  return { params: { path: { graph: GRAPH, ingestName } } };
}
