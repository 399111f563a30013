/**
 * `npm run check`: types, lint, format, unused code, direction of packages, cycles and size of folders, OpenAPI
 * documents, public API, plain English.
 * Runs all of them, as many at a time as there are cores. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { COMPILER, EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

const SOURCES = ['packages', 'apps', 'test', 'bench'];

const CHECKS = [
  { name: 'types', program: COMPILER, args: ['-b'] },
  { name: 'lint', program: 'oxlint/bin/oxlint', args: ['--max-warnings', '0'] },
  { name: 'format', program: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'unused code', program: 'knip/bin/knip.js', args: ['--no-progress'] },
  {
    name: 'direction of packages',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...SOURCES],
  },
  {
    name: 'cycles of folders',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.folders.mjs', '--output-type', 'err', 'packages', 'apps'],
  },
  { name: 'size of folders', program: '../scripts/commands/folder-sizes.mjs', args: [] },
  { name: 'OpenAPI documents', program: '../scripts/commands/lint-api.mjs', args: [] },
  { name: 'public API', program: '../scripts/commands/api-reports.mjs', args: [] },
  { name: 'plain English', program: '../scripts/commands/plain-english.mjs', args: [] },
];

await prepare(EVERYTHING);
const waiting = [...CHECKS];
const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
process.stdout.write(`${CHECKS.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWaiting() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { name, program, args } = check;
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      buffer(child.stdout),
      buffer(child.stderr),
      once(child, 'exit'),
    ]);
    process.stdout.write(
      Buffer.concat([output, errors, Buffer.from(`${status === 0 ? 'ok' : 'failed'}: ${name}\n`)]),
    );
    if (status !== 0) failed.push(name);
  }
}
