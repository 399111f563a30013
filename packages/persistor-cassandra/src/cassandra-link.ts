/**
 * The driver, loaded on first use. Statements are prepared, use the configured consistencies, and are retried after
 * transient errors until the time-out. Everything sent through `read` and `write` may be repeated freely, because rows
 * carry the stamp of their group as their timestamp. A conditional write is repeated only by its caller, which knows
 * its meaning.
 */
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { type Environment, pause, WeirError } from '@weir/platform';
import type * as CassandraDriver from 'cassandra-driver';
import type { Client, ClientOptions, QueryOptions } from 'cassandra-driver';
import {
  type CassandraOptions,
  type CassandraTls,
  type Consistency,
  DEFAULT_CONTACT_POINT,
  DEFAULT_DATACENTER,
  DEFAULT_TIMEOUT_MILLIS,
} from './cassandra-options.js';
import { mayPass } from './store-error.js';

export interface Statement {
  readonly query: string;
  readonly params: readonly unknown[];
}

/** A row from the driver, keyed by column name. */
export type Row = Readonly<Record<string, unknown>>;

export interface Page {
  readonly rows: readonly Row[];
  /** State of the next page; `undefined`: this was the last. */
  readonly next: string | undefined;
}

type Driver = typeof CassandraDriver;

const FIRST_PAUSE_MILLIS = 50;
const LONGEST_PAUSE_MILLIS = 1_000;
const FIRST_RECONNECTION_MILLIS = 100;
const LONGEST_RECONNECTION_MILLIS = 1_000;
const ROWS_PER_PAGE = 1_000;

export class CassandraLink {
  private constructor(
    private readonly client: Client,
    private readonly driver: Driver,
    private readonly options: CassandraOptions,
    readonly environment: Environment,
  ) {}

  /** @throws WeirError `config.invalid`, `store.failed`. */
  static async connect(options: CassandraOptions, environment: Environment): Promise<CassandraLink> {
    const driver = await loadDriver();
    const client = new driver.Client(await clientOptions(options, driver));
    try {
      await client.connect();
    } catch (error) {
      await client.shutdown().catch(() => undefined);
      throw error;
    }
    return new CassandraLink(client, driver, options, environment);
  }

  /** To be called once. */
  async close(): Promise<void> {
    await this.client.shutdown();
  }

  /** Changes the schema. */
  async define(statement: string): Promise<void> {
    await this.client.execute(statement, [], { readTimeout: 60_000 });
  }

  async page(query: string, params: readonly unknown[], size = ROWS_PER_PAGE, from?: string): Promise<Page> {
    const options: QueryOptions = {
      prepare: true,
      isIdempotent: true,
      fetchSize: size,
      consistency: this.consistency(this.options.consistency?.read),
      readTimeout: this.tryMillis(this.readMillis),
      ...(from === undefined ? {} : { pageState: from }),
    };
    const { rows, pageState } = await this.patiently(this.readMillis, () =>
      this.client.execute(query, [...params], options),
    );
    return { rows: (rows ?? []) as unknown as Row[], next: pageState ?? undefined };
  }

  async *pages(query: string, params: readonly unknown[], size?: number): AsyncGenerator<readonly Row[]> {
    let from: string | undefined;
    do {
      const { rows, next } = await this.page(query, params, size, from);
      from = next;
      if (rows.length > 0) yield rows;
    } while (from !== undefined);
  }

  /** Makes a single attempt, to check whether the cluster answers. */
  async readOnce(query: string, params: readonly unknown[]): Promise<void> {
    await this.client.execute(query, [...params], {
      prepare: true,
      isIdempotent: true,
      consistency: this.consistency(this.options.consistency?.read),
      readTimeout: this.tryMillis(this.readMillis),
    });
  }

  /** All statements must be for the same partition: they are one mutation, whatever their number. */
  async write(statements: readonly Statement[], stamp: number): Promise<void> {
    const options: QueryOptions = {
      prepare: true,
      logged: false,
      isIdempotent: true,
      timestamp: stamp,
      consistency: this.consistency(this.options.consistency?.write),
      readTimeout: this.tryMillis(this.writeMillis),
    };
    const [only] = statements;
    await this.patiently(this.writeMillis, () =>
      statements.length === 1
        ? this.client.execute(only!.query, [...only!.params], options)
        : this.client.batch(statements as { query: string; params: unknown[] }[], options),
    );
  }

  /** Makes a single attempt. @returns the first row of the answer, and whether the condition held. */
  async conditional(query: string, params: readonly unknown[]): Promise<{ applied: boolean; row: Row }> {
    const result = await this.client.execute(query, [...params], {
      prepare: true,
      isIdempotent: false,
      consistency: this.consistency(this.options.consistency?.write),
      serialConsistency: this.serial,
      readTimeout: this.tryMillis(this.writeMillis),
    });
    return { applied: result.wasApplied(), row: (result.rows?.[0] ?? {}) as unknown as Row };
  }

  /** Returns the current row of a conditional table, after pending writes were decided. */
  async decided(query: string, params: readonly unknown[]): Promise<Row | undefined> {
    const { rows } = await this.patiently(this.readMillis, () =>
      this.client.execute(query, [...params], {
        prepare: true,
        isIdempotent: true,
        consistency: this.serial,
        readTimeout: this.tryMillis(this.readMillis),
      }),
    );
    return rows?.[0];
  }

  /** Repeats the attempt until it succeeds, fails permanently, or the time is up. */
  async patiently<T>(millis: number, attempt: () => Promise<T>): Promise<T> {
    const { clock, scheduler } = this.environment;
    const deadline = clock.now() + millis;
    for (let wait = FIRST_PAUSE_MILLIS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MILLIS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!mayPass(error) || clock.now() + wait >= deadline) throw error;
      }
      await pause(scheduler, wait);
    }
  }

  get writeMillis(): number {
    return this.options.timeouts?.write ?? DEFAULT_TIMEOUT_MILLIS;
  }

  private get readMillis(): number {
    return this.options.timeouts?.read ?? DEFAULT_TIMEOUT_MILLIS;
  }

  /** Time limit for one attempt, short enough for a second one. */
  private tryMillis(millis: number): number {
    return Math.max(1, Math.floor(millis / 2));
  }

  private consistency(name: Consistency = 'local-quorum'): number {
    const { consistencies } = this.driver.types;
    return consistencies[camelCase(name) as keyof typeof consistencies];
  }

  private get serial(): number {
    const { serial, localSerial } = this.driver.types.consistencies;
    return this.options.consistency?.serial === 'local-serial' ? localSerial : serial;
  }
}

async function loadDriver(): Promise<Driver> {
  try {
    const loaded = await import('cassandra-driver');
    return (loaded as unknown as { default?: Driver }).default ?? loaded;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new WeirError(
      'config.invalid',
      'The store in Cassandra needs a driver that is not installed. Run: npm install cassandra-driver',
      { cause },
    );
  }
}

async function clientOptions(options: CassandraOptions, driver: Driver): Promise<ClientOptions> {
  const { contactPoints = [DEFAULT_CONTACT_POINT], localDatacenter = DEFAULT_DATACENTER } = options;
  const { ExponentialReconnectionPolicy } = driver.policies.reconnection;
  return {
    contactPoints: [...contactPoints],
    localDataCenter: localDatacenter,
    ...(options.credentials === undefined ? {} : { credentials: { ...options.credentials } }),
    ...(options.tls === undefined ? {} : { sslOptions: await tlsOptions(options.tls) }),
    policies: {
      reconnection: new ExponentialReconnectionPolicy(
        FIRST_RECONNECTION_MILLIS,
        LONGEST_RECONNECTION_MILLIS,
        false,
      ),
      // Retries are counted only here.
      retry: new driver.policies.retry.FallthroughRetryPolicy(),
    },
    queryOptions: { captureStackTrace: false },
  };
}

async function tlsOptions({
  authorities,
  certificate,
  key,
  verify,
}: CassandraTls): Promise<ConnectionOptions> {
  const file = async (name: string, path: string | undefined) =>
    path === undefined ? {} : { [name]: await readFile(path) };
  try {
    return {
      rejectUnauthorized: verify ?? true,
      ...(await file('ca', authorities)),
      ...(await file('cert', certificate)),
      ...(await file('key', key)),
    };
  } catch (cause) {
    throw new WeirError('config.invalid', `Cannot read a file for TLS: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
