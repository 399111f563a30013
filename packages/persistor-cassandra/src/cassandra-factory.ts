/** Opens the partitions of a graph in Cassandra. Everything opened by one factory shares one connection. */
import { type Environment, WeirError } from '@weir/platform';
import type { PersistorFactory } from '@weir/persistor';
import { CassandraLink } from './cassandra-link.js';
import {
  type CassandraOptions,
  DEFAULT_BUCKETS,
  DEFAULT_DATACENTER,
  DEFAULT_GRAPH,
  DEFAULT_KEYSPACE,
} from './cassandra-options.js';
import { CassandraProbe } from './cassandra-probe.js';
import { CassandraPersistor } from './cassandra-persistor.js';
import { PartitionRows } from './partition-rows.js';
import { keyspaceStatement, tableStatements } from './schema.js';
import { nameOf, ShardRegister } from './shard-register.js';
import { toStoreError } from './store-error.js';

const NAME = /^[a-z][a-z0-9_]{0,47}$/;

export class CassandraPersistorFactory implements PersistorFactory {
  readonly name = 'cassandra';
  private link: Promise<CassandraLink> | undefined = undefined;
  private users = 0;

  constructor(
    private readonly options: CassandraOptions,
    private readonly environment: Environment,
  ) {}

  async open(
    partition: string,
    mustExist = false,
    term?: number,
    signal?: AbortSignal,
  ): Promise<CassandraPersistor> {
    const { keyspace = DEFAULT_KEYSPACE, graph = DEFAULT_GRAPH } = this.options;
    if (!NAME.test(keyspace))
      throw new WeirError('config.invalid', `Invalid keyspace name: ${keyspace}. Use a-z, 0-9 and _.`);
    const claim = {
      keyspace,
      graph,
      partition,
      mustExist,
      term,
      takeOver: this.options.takeOver ?? false,
      buckets: this.options.buckets ?? DEFAULT_BUCKETS,
    };
    const name = nameOf(claim);
    this.users++;
    this.link ??= CassandraLink.connect(this.options, this.environment);
    try {
      const link = await this.link;
      if (term === undefined) await this.prepare(link, keyspace);
      const register = await ShardRegister.claim(link, claim, signal);
      try {
        return await CassandraPersistor.open({
          name,
          link,
          rows: new PartitionRows(keyspace, graph, partition, register.buckets),
          register,
          filterBytes: this.options.filterBytes,
          release: () => this.release(),
        });
      } catch (error) {
        await register.close().catch(() => undefined);
        throw error;
      }
    } catch (thrown) {
      await this.release();
      throw toStoreError(thrown, 'opening', name);
    }
  }

  /** Uses a separate connection. */
  probe(): CassandraProbe {
    return new CassandraProbe(this.options, this.environment);
  }

  /** Closes the connection with the last partition; the next one opens a new connection. */
  private async release(): Promise<void> {
    if (--this.users > 0) return;
    const { link } = this;
    this.link = undefined;
    const open = await link?.catch(() => undefined);
    await open?.close().catch(() => undefined);
  }

  private async prepare(link: CassandraLink, keyspace: string): Promise<void> {
    const { keyspace: createsKeyspace = true, tables = true, replication = 1 } = this.options.create ?? {};
    if (createsKeyspace) {
      const datacenter = this.options.localDatacenter ?? DEFAULT_DATACENTER;
      await link.define(keyspaceStatement(keyspace, datacenter, replication));
    }
    if (tables) for (const statement of tableStatements(keyspace)) await link.define(statement);
    await this.warnOfOneCopy(link, keyspace);
  }

  private async warnOfOneCopy(link: CassandraLink, keyspace: string): Promise<void> {
    const { rows } = await link.page(
      'SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?',
      [keyspace],
    );
    const factors = Object.entries((rows[0]?.['replication'] ?? {}) as Readonly<Record<string, string>>);
    const most = factors.filter(([name]) => name !== 'class').map(([, factor]) => parseInt(factor, 10));
    if (Math.max(0, ...most) > 1) return;
    this.environment.logger.log(
      'warn',
      'the keyspace has a replication factor of 1: if the disk of a Cassandra node fails, its data is ' +
        'lost. Set a replication factor of 3',
      { keyspace },
    );
  }
}
