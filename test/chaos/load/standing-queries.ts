/** Standing queries that the service has acknowledged, and their results in files. */
import { join } from 'node:path';
import type { SeededRandom } from '@weir/platform';
import { describe, insist } from '../ask.js';
import type { Findings } from '../findings.js';
import type { GatewayLife } from '../gateway-life.js';
import { ResultFile } from '../result-file.js';
import { isHonestTrouble, isOk } from '../reply.js';
import { LASTING, PASSING, type WatchedQuery } from './watched-queries.js';

const PASSING_AT_ONCE = 3;
/** Queries whose results are also posted, or written to the graph. */
export const POSTED = 'steps';
export const MARKING = 'small';
const MARK = 'MATCH (n) WHERE id(n) = idFrom("seen", $that.data.id) SET n:Seen';

export interface StandingQuery extends WatchedQuery {
  readonly name: string;
  readonly results: ResultFile;
  /** Existing data was propagated to it. */
  isShown: boolean;
}

export class StandingQueries {
  readonly there = new Map<string, StandingQuery>();
  /** Queries that may or may not exist. */
  readonly inDoubt = new Set<string>();
  private made = 0;

  constructor(
    private readonly folder: string,
    private readonly gateway: GatewayLife,
    private readonly findings: Findings,
    private readonly endpointUrl: string,
  ) {}

  /** Call while nothing is written. */
  async begin(): Promise<void> {
    for (const [name, watched] of Object.entries(LASTING)) {
      await insist(this.gateway, 'POST', `/query/standing/${name}`, this.definition(name, watched));
      this.note(name, watched, true);
    }
  }

  /** Registers a query, or removes one registered this way. @returns a description of the change. */
  async change(random: SeededRandom): Promise<string> {
    const passing = [...this.there.keys()].filter(name => !(name in LASTING));
    const kind = random.pick(PASSING);
    const which = random.next();
    if (passing.length === 0 || (passing.length < PASSING_AT_ONCE && random.chance(2 / 3)))
      return this.register(kind);
    return this.remove(passing[Math.floor(which * passing.length)]!);
  }

  /** Call at rest: adopts uncertain queries that exist, or removes them. */
  async settle(): Promise<void> {
    const listed = await insist<readonly { readonly name: string }[]>(this.gateway, 'GET', '/query/standing');
    const names = new Set(listed.map(({ name }) => name));
    for (const name of this.inDoubt) {
      if (names.delete(name)) await insist(this.gateway, 'DELETE', `/query/standing/${name}`);
    }
    this.inDoubt.clear();
    const missing = [...this.there.keys()].filter(name => !names.delete(name));
    if (missing.length > 0) this.findings.add(`standing queries are gone: ${missing.join(', ')}`);
    if (names.size > 0) this.findings.add(`standing queries are back: ${[...names].join(', ')}`);
  }

  private definition(name: string, { mode, query }: WatchedQuery): object {
    return {
      pattern: { type: 'Cypher', query, mode },
      outputs: {
        file: { type: 'WriteToFile', path: `${name}.results` },
        ...(name === POSTED ? { post: { type: 'PostToEndpoint', url: this.endpointUrl } } : {}),
        ...(name === MARKING ? { mark: { type: 'CypherQuery', query: MARK } } : {}),
      },
    };
  }

  private note(name: string, watched: WatchedQuery, isShown: boolean): void {
    const results = new ResultFile(join(this.folder, `${name}.results`));
    this.there.set(name, { ...watched, name, results, isShown });
  }

  private async register(watched: WatchedQuery): Promise<string> {
    const name = `passing-${++this.made}`;
    const isSure = await this.attempt('POST', name, this.definition(name, watched));
    if (isSure) this.note(name, watched, false);
    else this.inDoubt.add(name);
    return `${name} registered${isSure ? '' : '?'}`;
  }

  private async remove(name: string): Promise<string> {
    const isSure = await this.attempt('DELETE', name);
    this.there.delete(name);
    if (!isSure) this.inDoubt.add(name);
    return `${name} removed${isSure ? '' : '?'}`;
  }

  private async attempt(method: string, name: string, body?: object): Promise<boolean> {
    const reply = await this.gateway.request(`/api/v1/query/standing/${name}`, { method, body });
    if (isOk(reply)) return true;
    if (!reply.isLost && !isHonestTrouble(reply))
      this.findings.add(`${method} of standing query ${name}: ${describe(reply)} ${JSON.stringify(body)}`);
    return false;
  }
}
