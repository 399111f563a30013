/**
 * Sends queries one after the other over HTTP, to its own nodes, and records acknowledged writes in its ledger.
 * Occasionally it reads its writes.
 */
import { SeededRandom } from '@weir/platform';
import { describe } from '../ask.js';
import type { Findings } from '../findings.js';
import { type GatewayLife, pause } from '../gateway-life.js';
import { Ledger } from '../ledger.js';
import { isHonestTrouble, isOk, type Reply } from '../reply.js';
import type { Tally } from '../tally.js';

const KEYS = 40;
const TIMEOUT_MILLIS = 15_000;
/** Pause after a failed write, to leave the machine to others. */
const BACK_OFF_MILLIS = 100;
const GROUPS = 5;
const VALUES = 1000;

const FIND = 'MATCH (n) WHERE id(n) = idFrom("item", $k)';
const FIND_BOTH = 'WHERE id(a) = idFrom("item", $a) AND id(b) = idFrom("item", $b)';
const SET = 'SET n:Item, n.k = row.k, n.v = row.v, n.g = row.g';

export class ItemWriter {
  readonly ledger: Ledger;
  private readonly random: SeededRandom;
  private isStopped = false;
  private isPaused = false;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    number: number,
    seed: number,
    private readonly gateway: GatewayLife,
    private readonly findings: Findings,
    private readonly tally: Tally,
  ) {
    this.ledger = new Ledger(Array.from({ length: KEYS }, (_, i) => number * KEYS + i));
    this.random = new SeededRandom(seed);
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      if (this.isPaused || !this.gateway.isUp || this.freeKeys().length < 2) {
        await pause(10);
        continue;
      }
      this.underWay = this.step();
      await this.underWay;
    }
  }

  /** @returns when nothing is in flight. */
  async pause(): Promise<void> {
    this.isPaused = true;
    await this.underWay;
  }

  resume(): void {
    this.isPaused = false;
  }

  stop(): void {
    this.isStopped = true;
  }

  private freeKeys(): readonly number[] {
    return this.ledger.keys.filter(key => !this.ledger.isInDoubt(key));
  }

  private step(): Promise<void> {
    const keys = this.freeKeys();
    const key = this.random.pick(keys);
    const other = this.random.pick(keys.filter(each => each !== key));
    const dice = this.random.below(100);
    if (dice < 35) return this.set([key]);
    if (dice < 45) return this.set(keys.filter(() => this.random.chance(1 / 3)));
    if (dice < 70) return this.link(key, other);
    if (dice < 85) return this.unlink(key, other);
    if (dice < 90) return this.remove(key);
    return this.read(key);
  }

  private async set(keys: readonly number[]): Promise<void> {
    const rows = keys.map(k => ({ k, v: this.random.below(VALUES), g: k % GROUPS }));
    const query = `UNWIND $rows AS row MATCH (n) WHERE id(n) = idFrom("item", row.k) ${SET}`;
    const isSure = await this.write(query, { rows });
    for (const { k, v } of rows) this.ledger.set(k, v, isSure);
  }

  private async link(a: number, b: number): Promise<void> {
    const isSure = await this.write(`MATCH (a), (b) ${FIND_BOTH} CREATE (a)-[:link]->(b)`, { a, b });
    this.ledger.link(a, b, true, isSure);
  }

  private async unlink(a: number, b: number): Promise<void> {
    const isSure = await this.write(`MATCH (a)-[e:link]->(b) ${FIND_BOTH} DELETE e`, { a, b });
    this.ledger.link(a, b, false, isSure);
  }

  private async remove(k: number): Promise<void> {
    this.ledger.remove(k, await this.write(`${FIND} DETACH DELETE n`, { k }));
  }

  /** Acknowledged writes are visible immediately. */
  private async read(k: number): Promise<void> {
    const reply = await this.ask(`${FIND} RETURN n.v`, { k });
    if (!isOk(reply)) return;
    this.tally.add('reads compared');
    const [[value = null] = []] = (JSON.parse(reply.text) as { results: (number | null)[][] }).results;
    const expected = this.ledger.valuesOf(k);
    if (!expected.includes(value))
      this.findings.add(`item ${k} is read as ${value}, and was written as ${expected.join(' or ')}`);
  }

  /** @returns whether it was acknowledged. */
  private async write(text: string, parameters: object): Promise<boolean> {
    const reply = await this.ask(text, parameters);
    const isSure = isOk(reply);
    this.tally.add(isSure ? 'writes acknowledged' : 'writes not acknowledged');
    if (!isSure) await pause(BACK_OFF_MILLIS);
    return isSure;
  }

  private async ask(text: string, parameters: object): Promise<Reply> {
    const path = `/api/v1/query/cypher?timeout=${TIMEOUT_MILLIS}`;
    const reply = await this.gateway.request(path, { method: 'POST', body: { text, parameters } });
    if (!isOk(reply) && !reply.isLost && !isHonestTrouble(reply))
      this.findings.add(`${text} ${JSON.stringify(parameters)} is answered with ${describe(reply)}`);
    return reply;
  }
}
