/** Ingests one file after the other, and checks that all its records arrive. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insist, rowsOf } from '../ask.js';
import type { Findings } from '../findings.js';
import type { GatewayLife } from '../gateway-life.js';
import type { Tally } from '../tally.js';

const RECORDS = 1_500;
const PER_SECOND = 250;
const QUERY = `MATCH (n) WHERE id(n) = idFrom('row', $that.f, $that.i) SET n:Row, n.f = $that.f, n.i = $that.i, n.v = $that.v`;
const READ = `UNWIND range(0, ${RECORDS - 1}) AS i MATCH (n) WHERE id(n) = idFrom('row', $f, i)`;

interface StreamInfo {
  readonly status: string;
  readonly message?: string;
  readonly stats: { readonly ingestedCount: number; readonly rejectedCount: number };
}

export class FileStreams {
  private file = 0;
  /** The next file may start. */
  isThrough = true;
  /** Records that existed at the last rest. */
  private seen: ReadonlySet<number> = new Set();

  constructor(
    private readonly folder: string,
    private readonly gateway: GatewayLife,
    private readonly findings: Findings,
    private readonly tally: Tally,
  ) {}

  get name(): string {
    return `rows-${this.file}`;
  }

  /** Call at rest. */
  async begin(): Promise<void> {
    this.file++;
    this.seen = new Set();
    this.isThrough = false;
    const line = (i: number): string => JSON.stringify({ f: this.file, i, v: this.valueOf(i) });
    const lines = Array.from({ length: RECORDS }, (_, i) => line(i));
    await writeFile(join(this.folder, `${this.name}.jsonl`), `${lines.join('\n')}\n`);
    await insist(this.gateway, 'POST', `/ingest/${this.name}`, {
      type: 'FileIngest',
      path: `${this.name}.jsonl`,
      maximumPerSecond: PER_SECOND,
      format: { type: 'CypherJson', query: QUERY },
    });
  }

  private valueOf(i: number): number {
    return (i * 7 + this.file) % 1000;
  }

  /** Call at rest, with the stream paused: earlier records still exist; once the stream has finished, all do. */
  async check(): Promise<void> {
    const { status, message, stats } = await insist<StreamInfo>(this.gateway, 'GET', `/ingest/${this.name}`);
    if (status !== 'Paused' && status !== 'Completed')
      this.findings.add(`the stream ${this.name} is ${status}: ${message ?? ''}`);
    const { results } = await rowsOf(this.gateway, `${READ} AND n.v IS NOT NULL RETURN i, n.v`, {
      f: this.file,
    });
    const wrong = results.filter(([i, v]) => v !== this.valueOf(i as number));
    if (wrong.length > 0) this.findings.add(`records of ${this.name} are wrong: ${JSON.stringify(wrong)}`);
    const there = new Set(results.map(([i]) => i as number));
    const all = status === 'Completed' ? Array.from({ length: RECORDS }, (_, i) => i) : this.seen;
    const missing = [...all].filter(i => !there.has(i));
    if (missing.length > 0 || stats.rejectedCount > 0)
      this.findings.add(
        `${this.name} (${status}) counts ${JSON.stringify(stats)}; records that are not there: ${missing.join(', ')}`,
      );
    this.seen = there;
    if (status !== 'Completed') return;
    this.tally.add('files ingested');
    await rowsOf(this.gateway, `${READ} DETACH DELETE n`, { f: this.file });
    await insist(this.gateway, 'DELETE', `/ingest/${this.name}`);
    this.isThrough = true;
  }
}
