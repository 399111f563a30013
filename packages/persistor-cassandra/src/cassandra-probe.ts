/** Whether Cassandra answers: one row is read, and whatever comes but silence and refusal is an answer. */
import type { Environment } from '@weir/model';
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

  async ask(): Promise<void> {
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
      // That there are no tables as yet is an answer too.
      if (mayPass(error)) throw toStoreError(error, 'asking for', `${keyspace}, graph ${graph}`);
    }
  }

  /** Whether or not it is asked something. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { link } = this;
    this.link = undefined;
    await link?.close();
  }
}
