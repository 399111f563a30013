/**
 * Runs the access-log recipe on a file of real lines, in a separate process like a user, and compares its reports with
 * the result of a plain pass over the file.
 *
 *     node scripts/dev.mjs access-log FILE
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fail, ROOT } from '../build/prepare.mjs';

const MISSING_PAGES_OF_A_PROBER = 3;
const file = process.argv[2];
if (file === undefined) fail('name the file with the access log');

const expected = expectedProbers(readFileSync(file, 'utf8'));
const { reported, ingested } = await runRecipe(resolve(file), expected.clients.size);

let passed = 0;
let failed = 0;
verify('every line is ingested', ingested, expected.lines);
verify(
  'clients that probe for missing pages',
  [...reported].sort().join(' '),
  [...expected.clients].sort().join(' '),
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function verify(what, actual, wanted) {
  if (actual === wanted) passed++;
  else failed++;
  process.stdout.write(
    actual === wanted ? `ok: ${what}\n` : `failed: ${what}\n  is     ${actual}\n  should ${wanted}\n`,
  );
}

function expectedProbers(text) {
  const lines = text.split('\n').filter(line => line !== '');
  const missing = new Map();
  for (const line of lines) {
    const parts = /^(\S+) \S+ \S+ \[[^\]]+\] "\S+ (\S+)[^"]*" 404 /.exec(line);
    if (!parts) continue;
    const [, client, page] = parts;
    if (!missing.has(client)) missing.set(client, new Set());
    missing.get(client).add(page);
  }
  const probers = [...missing].filter(([, pages]) => pages.size >= MISSING_PAGES_OF_A_PROBER);
  return { lines: lines.length, clients: new Set(probers.map(([client]) => client)) };
}

/** Runs until the file is read and the expected number of clients is reported, or a time limit has passed. */
async function runRecipe(path, wanted) {
  const gateway = join(ROOT, 'apps', 'gateway', 'dist', 'main.js');
  const args = [
    gateway,
    '-r',
    join(ROOT, 'recipes', 'access-log.yaml'),
    '-x',
    `in_file=${path}`,
    '--port',
    '0',
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const reported = new Set();
  let ingested = 0;
  await new Promise(done => {
    const giveUp = setTimeout(done, 60_000);
    const look = () => {
      if (ingested === 0 || reported.size < wanted) return;
      clearTimeout(giveUp);
      // Waits a little longer to catch unexpected reports.
      setTimeout(done, 1_000);
    };
    createInterface({ input: child.stderr }).on('line', line => {
      process.stdout.write(`  ${line}\n`);
      const completed = /requests status is completed and ingested (\d+)/.exec(line);
      if (completed) ingested = Number(completed[1]);
      look();
    });
    createInterface({ input: child.stdout }).on('line', line => {
      if (!line.startsWith('{"client":')) return;
      reported.add(JSON.parse(line).client);
      look();
    });
    child.once('exit', () => {
      clearTimeout(giveUp);
      done();
    });
  });
  child.kill('SIGTERM');
  if (child.exitCode === null) await new Promise(done => child.once('exit', done));
  return { reported, ingested };
}
