/** Rows checked against a running gateway: requests, streams with their records, patterns and their results. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const FILE = 'records';
const RESULTS = 'results.jsonl';

export class ServiceRows {
  private readonly api: V1Client;
  private count = 0;

  /** @param gateway serves an empty graph and runs in its own folder. */
  constructor(private readonly gateway: GatewayProcess) {
    this.api = new V1Client(gateway);
  }

  /** A request, with the status and the beginning of its response. */
  async wrongRequest([request, expected]: readonly string[]): Promise<string | undefined> {
    const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (.+))?$/.exec(request!)!;
    const actual = await this.ask(method, path, body);
    return actual.startsWith(expected!) ? undefined : `answers ${actual.slice(0, 400)}`;
  }

  /**
   * Runs a stream over these records (text, or bytes after `base64:`) to its end; checks its last status and count,
   * such as `Completed 3`, and then the rows of a query.
   */
  async wrongIngest([records, definition, end, query, rows]: readonly string[]): Promise<string | undefined> {
    await this.clearData();
    const bytes = records!.startsWith('base64:')
      ? Buffer.from(records!.slice('base64:'.length), 'base64')
      : Buffer.from(JSON.parse(records!) as string);
    await writeFile(join(this.gateway.folder, FILE), bytes);
    const name = `stream${++this.count}`;
    const isV2 = definition!.includes('"source"');
    const paths = isV2 ? '/api/v2/graph/quine/ingests' : '/api/v1/ingest';
    const body = isV2 ? JSON.stringify({ name, ...(JSON.parse(definition!) as object) }) : definition;
    const created = await this.ask('POST', isV2 ? paths : `${paths}/${name}`, body);
    if (!/^20[01]/.test(created)) return `answers ${created.slice(0, 400)}`;
    const info = await until(
      async () => this.ended(await (await this.gateway.fetch(`${paths}/${name}`)).json()),
      ended => ended !== undefined,
    );
    const found = JSON.stringify(await this.gateway.rows(query!));
    await this.clear(`${paths}/${name}`);
    if (info !== end) return `ends ${info}`;
    return found === rows ? undefined : `leaves ${found}`;
  }

  /** The response to creating a standing query. */
  async wrongPattern([mode, query, expected]: readonly string[]): Promise<string | undefined> {
    const name = `pattern${++this.count}`;
    const actual = await this.ask('POST', `/api/v1/query/standing/${name}`, standing(mode!, query!));
    await this.clear(`/api/v1/query/standing/${name}`);
    return actual.startsWith(expected!) ? undefined : `answers ${actual.slice(0, 400)}`;
  }

  /** The results of a standing query while these queries run one after the other; in any order within a step. */
  async wrongResults([mode, query, steps, expected]: readonly string[]): Promise<string | undefined> {
    const name = `results${++this.count}`;
    const file = `${name}-${RESULTS}`;
    const path = `/api/v1/query/standing/${name}`;
    const queries = steps!.split(' ;; ');
    // Data that exists before it.
    const before = queries.filter(each => each.startsWith('before: '));
    for (const each of before) await this.gateway.rows(each.slice('before: '.length));
    const actual = await this.ask('POST', path, standing(mode!, query!, file));
    if (!actual.startsWith('201')) return `answers ${actual.slice(0, 400)}`;
    for (const each of queries.filter(step => !before.includes(step))) {
      if (each === 'propagate') await this.api.propagate();
      else await this.gateway.rows(each);
    }
    // Results on their way to an output are written before the standing query is removed.
    await this.clear(path);
    const text = await readFile(join(this.gateway.folder, file), 'utf8').catch(() => '');
    const found = text
      .split('\n')
      .filter(line => line !== '')
      .map(shown);
    return JSON.stringify(found) === JSON.stringify(expected!.split(' ;; ').filter(each => each !== 'none'))
      ? undefined
      : `gives ${found.join(' ;; ')}`;
  }

  private async ask(method: string, path: string, body?: string): Promise<string> {
    const answer = await this.gateway.fetch(path, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    return `${answer.status} ${await answer.text()}`;
  }

  private ended(info: unknown): string | undefined {
    const { status, stats } = info as { status: string; stats: { ingestedCount: number } };
    return /^(Completed|Failed|Terminated)$/i.test(status) ? `${status} ${stats.ingestedCount}` : undefined;
  }

  /** Removes the query and all data. */
  private async clear(path: string): Promise<void> {
    await this.ask('DELETE', path);
    await this.clearData();
  }

  private async clearData(): Promise<void> {
    await this.gateway.rows('MATCH (n) DETACH DELETE n');
  }
}

/** @param mode as in the reference; with a `+` suffix retractions are reported too. */
function standing(mode: string, query: string, file?: string): string {
  return JSON.stringify({
    pattern: { type: 'Cypher', mode: mode.replace('+', ''), query },
    includeCancellations: mode.endsWith('+'),
    outputs: file === undefined ? {} : { file: { type: 'WriteToFile', path: file } },
  });
}

function shown(line: string): string {
  const { meta, data } = JSON.parse(line) as { meta: { isPositiveMatch: boolean }; data: object };
  return `${meta.isPositiveMatch ? '+' : '-'}${JSON.stringify(data)}`;
}
