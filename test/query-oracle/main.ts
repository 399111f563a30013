import { checkCases } from './check-cases.js';
import { mapGraphEngine, shardedEngine } from './engines.js';

const [first, count, engines] = process.argv.slice(2);
const all = engines === 'map' ? [mapGraphEngine(1), mapGraphEngine(2), mapGraphEngine(1024)] : [mapGraphEngine(1), mapGraphEngine(2), mapGraphEngine(3), mapGraphEngine(1024), shardedEngine(1), shardedEngine(2), shardedEngine(8)];
let from = Number(first);
const end = from + Number(count);
let failures = 0;
const t = Date.now();
while (from < end) {
  try {
    const tally = await checkCases(from, end - from, all);
    console.log(tally.compared, [...tally.skipped].sort((a, b) => b[1] - a[1]).slice(0, 25), Date.now() - t);
    break;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(text, '\n=======');
    const seed = /^seed (\d+)/.exec(text)?.[1];
    if (seed === undefined) throw error;
    from = Number(seed) + 1;
    if (Number(process.env['STOP'] ?? 3) <= ++failures) break;
  }
}
for (const e of all) await e.close();
