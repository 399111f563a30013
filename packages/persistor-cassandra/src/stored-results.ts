/** Reads results of standing queries. */
import type { ResultBounds, StoredResults } from '@weir/persistor';
import type { CassandraLink } from './cassandra-link.js';
import type { PartitionRows } from './partition-rows.js';
import type { Stamps } from './stamps.js';
import { WholeRecords } from './whole-records.js';
import { numberOf } from './column-values.js';

const ROWS_PER_READ = 200;
const KEYS_PER_READ = 10;

export class StoredResultRows {
  constructor(
    private readonly link: CassandraLink,
    private readonly rows: PartitionRows,
    private readonly stamps: Stamps,
  ) {}

  async *read(
    query: number,
    after: number,
    perRead = ROWS_PER_READ,
    stamps: Pick<Stamps, 'counts'> = this.stamps,
  ): AsyncGenerator<StoredResults[]> {
    let found: StoredResults[] = [];
    const records = new WholeRecords(
      stamp => stamps.counts(stamp),
      row => String(numberOf(row['sequence'])),
      ({ row, bytes }) => {
        if (bytes !== undefined) found.push({ query, sequence: numberOf(row['sequence']), bytes });
      },
    );
    const statement = this.rows.resultsAfter(query, after);
    for await (const page of this.link.pages(statement.query, statement.params, perRead)) {
      for (const row of page) records.take(row);
      if (found.length > 0) yield found;
      found = [];
    }
    records.end();
    if (found.length > 0) yield found;
  }

  async bounds(query: number): Promise<ResultBounds | undefined> {
    const first = await this.end(query, 'ASC');
    const last = first === undefined ? undefined : await this.end(query, 'DESC');
    return first === undefined || last === undefined ? undefined : { first, last };
  }

  private async end(query: number, order: 'ASC' | 'DESC'): Promise<number | undefined> {
    const statement = this.rows.resultKeys(query, order);
    for await (const page of this.link.pages(statement.query, statement.params, KEYS_PER_READ)) {
      const row = page.find(each => this.stamps.counts(numberOf(each['stamp'])));
      if (row !== undefined) return numberOf(row['sequence']);
    }
    return undefined;
  }

  /** Returns queries that may have results. Reads all graphs of the keyspace; used for backups. */
  async queries(): Promise<number[]> {
    const found: number[] = [];
    const { query, params } = this.rows.queries();
    for await (const page of this.link.pages(query, params)) {
      for (const row of page) if (this.rows.isHere(row)) found.push(numberOf(row['query']));
    }
    return found.sort((a, b) => a - b);
  }
}
