/**
 * `npm run check`: types, lint, format, unused code, direction of packages, size of folders, OpenAPI documents,
 * public API, plain English.
 * Runs all of them. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMPILER, EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

const SOURCES = ['packages', 'apps', 'test', 'bench'];

/** The linter keeps the types of all projects in memory, about 4 GB; that is Node's default limit on small machines. */
const HEAP = '--max-old-space-size=8192';

const CHECKS = [
  { name: 'types', program: COMPILER, args: ['-b'] },
  {
    name: 'lint',
    program: 'eslint/bin/eslint.js',
    args: ['.', '--max-warnings', '0', '--no-error-on-unmatched-pattern'],
  },
  { name: 'format', program: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'unused code', program: 'knip/bin/knip.js', args: ['--no-progress'] },
  {
    name: 'direction of packages',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...SOURCES],
  },
  { name: 'size of folders', program: '../scripts/commands/folder-sizes.mjs', args: [] },
  { name: 'OpenAPI documents', program: '../scripts/commands/lint-api.mjs', args: [] },
  { name: 'public API', program: '../scripts/commands/api-reports.mjs', args: [] },
  { name: 'plain English', program: '../scripts/commands/plain-english.mjs', args: [] },
];

await prepare(EVERYTHING);
const failed = CHECKS.filter(({ name, program, args }) => {
  const done = spawnSync(process.execPath, [HEAP, join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.stdout.write(`${done.status === 0 ? 'ok' : 'failed'}: ${name}\n`);
  return done.status !== 0;
});
process.stdout.write(`${CHECKS.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
