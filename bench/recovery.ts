/**
 * How long the graph takes to be whole again when the gateway was killed under load some times in a row, each time
 * before its recovery could be through.
 *
 *     node recovery.js KILLS [PROGRAM]
 *
 * PROGRAM: the gateway to be measured; default: this project's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { postTo } from './gateway.js';
import { answer } from './measurement.js';

const FIRST_LIFE_MILLIS = 8_000;
const LATER_LIFE_MILLIS = 800;
const PATIENCE_MILLIS = 150_000;
const INGEST_QUERY = `
  MATCH (a), (b), (hub)
  WHERE id(a) = idFrom('n', $that) AND id(b) = idFrom('n', $that / 3) AND id(hub) = idFrom('hub', $that % 100)
  SET a:Item, a.number = $that
  CREATE (a)-[:from]->(b), (a)-[:at]->(hub)`;
const PAIRS = 'MATCH (a:Item)-[:from]->(b)-[:from]->(c) WHERE c.number % 7 = 0 RETURN DISTINCT id(a) AS id';

const gateways = new Set<ChildProcess>();

class Life {
  readonly began = performance.now();
  url = '';
  /** With the milliseconds since the start. */
  private readonly lines: (readonly [line: string, millis: number])[] = [];
  private more: () => void = () => undefined;

  constructor(private readonly gateway: ChildProcess) {
    gateways.add(gateway);
    createInterface({ input: gateway.stderr! }).on('line', line => {
      this.lines.push([line, performance.now() - this.began]);
      this.more();
    });
  }

  static async start(program: string, folder: string): Promise<Life> {
    const args = [program, '--port', '0', '--data', join(folder, 'data'), '--config', 'weir.yaml'];
    const life = new Life(
      spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }),
    );
    const [line] = await life.line(/web server available at/);
    life.url = /http\S+/.exec(line)![0];
    return life;
  }

  async line(pattern: RegExp): Promise<readonly [line: string, millis: number]> {
    for (;;) {
      const found = this.lines.find(([line]) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve, fail) => {
        this.more = resolve;
        setTimeout(() => fail(new Error(`no line like ${String(pattern)}`)), PATIENCE_MILLIS).unref();
      });
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.gateway.kill(signal);
    if (this.gateway.exitCode === null && this.gateway.signalCode === null) await once(this.gateway, 'exit');
  }
}

const [kills, program = fileURLToPath(new URL('../../apps/gateway/bin/weir.mjs', import.meta.url))] =
  process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'weir-recovery-'));
await writeFile(join(folder, 'weir.yaml'), 'log-level: info\n');
try {
  const first = await Life.start(program, folder);
  await postTo(`${first.url}/api/v1/query/standing/pairs`, { pattern: { type: 'Cypher', query: PAIRS } });
  await postTo(`${first.url}/api/v1/ingest/numbers`, {
    type: 'NumberIteratorIngest',
    format: { type: 'CypherJson', query: INGEST_QUERY },
  });
  await pause(FIRST_LIFE_MILLIS);
  await first.end('SIGKILL');
  for (let kill = 1; kill < Number(kills); kill++) {
    const life = await Life.start(program, folder);
    await pause(LATER_LIFE_MILLIS);
    await life.end('SIGKILL');
  }
  const last = await Life.start(program, folder);
  const [, readyMillis] = await last.line(/web server available at/);
  const [line, recoveredMillis] = await last.line(/edges and standing queries are up to date/);
  process.stderr.write(`${line}\n`);
  await last.end('SIGKILL');
  answer({ readyMillis, recoveredMillis });
} finally {
  for (const gateway of gateways) gateway.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);
