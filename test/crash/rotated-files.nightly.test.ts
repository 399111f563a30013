/**
 * Results in files that are rotated and compressed, while the program is killed at random moments. Afterwards every
 * match is in one of them, no line is torn, and full files are compressed. WEIR_TEST_ROTATION_KILLS sets the number of
 * kills, WEIR_TEST_SEED their times.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { SeededRandom } from '@weir/platform';
import { NetResults } from '../brokers/net-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const KILLS = Number(process.env['WEIR_TEST_ROTATION_KILLS'] ?? 8);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const NUMBERS = 5_000 + KILLS * 1_000;
/** About 90 results. */
const FILE_BYTES = 20_000;

async function linesIn(folder: string): Promise<{ packed: number; plain: number; lines: string[] }> {
  const lines: string[] = [];
  const counts = { packed: 0, plain: 0 };
  for (const name of (await readdir(folder)).sort()) {
    if (!name.startsWith('results.') || name.endsWith('.part')) continue;
    const bytes = await readFile(join(folder, name));
    const isPacked = name.endsWith('.gz');
    counts[isPacked ? 'packed' : 'plain']++;
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
    expect(text === '' || text.endsWith('\n')).toBe(true);
    lines.push(...text.split('\n').slice(0, -1));
  }
  return { ...counts, lines };
}

test(
  `${KILLS} kills, seed ${SEED}`,
  async () => {
    const random = new SeededRandom(SEED);
    const folder = await mkdtemp(join(tmpdir(), 'weir-rotation-kills-'));
    let gateway = await GatewayProcess.startIn(folder);
    try {
      const rotate = { maxBytes: FILE_BYTES, compress: 'GZIP' };
      await new V1Client(gateway).createStanding(
        'late',
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT id(a) AS id',
        { outputs: { file: { type: 'WriteToFile', path: 'results.jsonl', rotate } } },
      );
      const made = await gateway.fetch('/api/v2/graph/quine/ingests', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'numbers',
          source: { type: 'NumberIterator', limit: NUMBERS },
          query:
            "MATCH (a), (g) WHERE id(a) = idFrom('a', $that) AND id(g) = idFrom('g', $that % 50) SET a.n = $that CREATE (a)-[:of]->(g)",
          maxPerSecond: 1_000,
        }),
      });
      expect(made.status).toBe(201);
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(random.next() * 1_000);
        await gateway.kill();
        gateway = await GatewayProcess.startIn(folder);
      }
      const api = new V1Client(gateway);
      await api.ingestIs('numbers', 'Completed');
      const matching = await gateway.rows(
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT strId(a)',
      );
      expect(matching).toHaveLength(NUMBERS);
      await until(async () => (await api.standing('late')).stats.local.bufferSize === 0);
      await gateway.stop();
      const { packed, plain, lines } = await linesIn(folder);
      NetResults.of(lines).expect(matching);
      process.stderr.write(`${lines.length} lines of ${NUMBERS} matches in ${packed} packed files\n`);
      expect(packed).toBeGreaterThan(NUMBERS / 200);
      // Only the current file.
      expect(plain).toBe(1);
    } finally {
      await gateway.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000 + KILLS * 30_000,
);
