/** Calls of the first API version that tests use; each fails unless its status is the documented one. */
import type { GatewayProcess } from './gateway-process.js';
import { until } from './until.js';

export interface IngestInfo {
  readonly name?: string;
  readonly status: string;
  readonly message?: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly stats: {
    readonly ingestedCount: number;
    readonly rejectedCount: number;
    readonly readCount: number;
    readonly rates: { readonly count: number };
    readonly byteRates: { readonly count: number };
    readonly startTime: string;
    readonly totalRuntime: number;
  };
}

export interface StandingInfo {
  readonly name: string;
  readonly internalId: string;
  readonly pattern: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly stats: {
    readonly local: { readonly rates: { readonly count: number }; readonly bufferSize: number };
  };
}

export interface Metrics {
  readonly counters: readonly { readonly name: string; readonly count: number }[];
  readonly gauges: readonly { readonly name: string; readonly value: number }[];
  readonly timers: readonly { readonly name: string; readonly max: number }[];
}

/** One result of a standing query, in the form that outputs write. */
export interface Result {
  readonly meta: {
    readonly resultId: string;
    readonly isPositiveMatch: boolean;
    readonly isInitialResult: boolean;
  };
  readonly data: Readonly<Record<string, unknown>>;
}

export class V1Client {
  constructor(private readonly gateway: Pick<GatewayProcess, 'fetch'>) {}

  /** @returns the parsed body; `undefined` for an empty one. */
  async call<T>(method: string, path: string, expected: number, body?: unknown): Promise<T> {
    const response = await this.gateway.fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  createIngest(name: string, definition: object): Promise<void> {
    return this.call('POST', `/ingest/${name}`, 200, definition);
  }

  ingest(name: string): Promise<IngestInfo> {
    return this.call('GET', `/ingest/${name}`, 200);
  }

  /** @returns the stream once it has that status; rejects if it ends otherwise. */
  ingestIs(name: string, status: string): Promise<IngestInfo> {
    return until(
      async () => {
        const info = await this.ingest(name);
        if (status !== info.status && /Completed|Failed|Terminated/.test(info.status)) {
          throw new Error(`${name} is ${info.status}: ${info.message ?? ''}`);
        }
        return info;
      },
      info => info.status === status,
    );
  }

  createStanding(name: string, query: string, more: object = {}): Promise<void> {
    const pattern = { type: 'Cypher', query, mode: 'DistinctId' };
    return this.call('POST', `/query/standing/${name}`, 201, { pattern, ...more });
  }

  standing(name: string): Promise<StandingInfo> {
    return this.call('GET', `/query/standing/${name}`, 200);
  }

  /** Resolves once there are this many positive results. */
  async matchesReach(name: string, count: number): Promise<void> {
    await until(
      async () => (await this.standing(name)).stats.local.rates.count,
      matches => matches >= count,
    );
  }

  /** @param atTime reads the past, in milliseconds since the Unix epoch. */
  async cypher(text: string, parameters: object = {}, atTime?: number): Promise<unknown[][]> {
    const path = `/query/cypher${atTime === undefined ? '' : `?at-time=${atTime}`}`;
    return (await this.call<{ results: unknown[][] }>('POST', path, 200, { text, parameters })).results;
  }

  propagate(includeSleeping = true): Promise<void> {
    return this.call('POST', `/query/standing/control/propagate?include-sleeping=${includeSleeping}`, 202);
  }

  /** Counters, gauges and maximum times of timers, keyed by name. */
  async metrics(): Promise<ReadonlyMap<string, number>> {
    const { counters, gauges, timers } = await this.call<Metrics>('GET', '/admin/metrics', 200);
    return new Map([
      ...counters.map(({ name, count }) => [name, count] as const),
      ...gauges.map(({ name, value }) => [name, value] as const),
      ...timers.map(({ name, max }) => [name, max] as const),
    ]);
  }
}
