/** Tables of one PostgreSQL server, and sources that read their changes. */
import { parseIngestDefinition } from '@weir/definitions';
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { preparePostgres } from '@weir/postgres/source';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import type { PostgresServer } from '../../services/postgres-server.js';
import { takeTexts } from '../take-texts.js';

export class PostgresSources {
  private tables = 0;
  private readonly opened: IngestSource[] = [];

  constructor(readonly server: PostgresServer) {}

  /**
   * @param published what the publication says after the table's name. @returns the name of a table and its
   * publication.
   */
  async table(columns = 'id int PRIMARY KEY, name text', published = ''): Promise<string> {
    const name = `t${++this.tables}`;
    await this.server.query(`CREATE TABLE ${name} (${columns})`);
    await this.server.query(`CREATE PUBLICATION ${name} FOR TABLE ${name}${published}`);
    return name;
  }

  /** Like `table`, with a slot of the same name. */
  async tableWithSlot(columns?: string): Promise<string> {
    const name = await this.table(columns);
    await this.server.query(`SELECT pg_create_logical_replication_slot('${name}', 'pgoutput')`);
    return name;
  }

  /** Not open yet; closed together with the others. @param name of the slot and the publication. */
  async make(name: string, fields: object = {}, isTrial = false): Promise<IngestSource> {
    const { source: definition } = parseIngestDefinition({
      query: '',
      source: { type: 'PostgresChanges', ...this.server.login, slot: name, publication: name, ...fields },
    });
    if (definition.type !== 'PostgresChanges') throw new Error('no source of PostgreSQL');
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    const nothing = { files: undefined as never, standardInput: undefined as never };
    const context = { environment: systemEnvironment(), outgoing, isTrial, ...nothing };
    const source = (await preparePostgres(definition, context)).openSource();
    this.opened.push(source);
    return source;
  }

  async open(name: string, from?: ResumePoint, fields?: object, isTrial?: boolean): Promise<IngestSource> {
    const source = await this.make(name, fields, isTrial);
    await source.open(from === undefined ? undefined : (JSON.parse(JSON.stringify(from)) as ResumePoint));
    return source;
  }

  async close(): Promise<void> {
    for (const source of this.opened.splice(0)) await source.close();
  }
}

/** Returns the next changes, parsed and as text, and the position after them. */
export async function takeChanges<Change>(source: IngestSource, count: number) {
  const { texts, after } = await takeTexts(source, count);
  return { changes: texts.map(text => JSON.parse(text) as Change), texts, after };
}
