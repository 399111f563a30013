/** Checks whether Cassandra answers, by reading one row. Any result except a transient error is an answer. */
import type { Environment } from '@weir/platform';
import type { StoreProbe } from '@weir/persistor';
import { CassandraLink } from './cassandra-link.js';
import { type CassandraOptions, DEFAULT_GRAPH, DEFAULT_KEYSPACE } from './cassandra-options.js';
import { mayPass, toStoreError } from './store-error.js';

export class CassandraProbe implements StoreProbe {
  private link: CassandraLink | undefined = undefined;
  private isClosed = false;

  constructor(
    private readonly options: CassandraOptions,
    private readonly environment: Environment,
  ) {}

  async check(): Promise<void> {
    const { keyspace = DEFAULT_KEYSPACE, graph = DEFAULT_GRAPH } = this.options;
    try {
      this.link ??= await CassandraLink.connect(this.options, this.environment);
    } catch (error) {
      throw toStoreError(error, 'connecting to', keyspace);
    }
    if (this.isClosed) return this.close();
    try {
      const query = `SELECT committed FROM ${keyspace}.shards WHERE graph = ? AND shard = 'meta'`;
      await this.link.readOnce(query, [graph]);
    } catch (error) {
      // Missing tables are an answer too.
      if (mayPass(error)) throw toStoreError(error, 'querying', `${keyspace}, graph ${graph}`);
    }
  }

  /** May be called while a check is pending. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { link } = this;
    this.link = undefined;
    await link?.close();
  }
}
