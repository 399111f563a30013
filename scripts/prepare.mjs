/**
 * What `npm start` and `npm test` do first: install what is missing, build what is stale. Runs on a fresh
 * clone, so it uses nothing but Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, removeOrphans, sourceFolders } from './source-folders.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The root's project: it has all others as references. */
export const EVERYTHING = ['.'];

const OLDEST_NODE = [20, 19];
/** Below node_modules. The package `typescript` is an older one, for lint: the compiler has no API for it yet. */
export const COMPILER = '@typescript/native/bin/tsc';

const STAMPS = join(ROOT, 'node_modules', '.cache', 'weir');

/**
 * @param {{ projects: readonly string[] }} what TypeScript projects, relative to the root; with all that they
 *   depend on they are up to date afterwards. Ends the process with a clear line when that can't be had.
 */
export function prepare({ projects }) {
  checkNode();
  if (!isInstalled()) install();
  if (!isBuilt(projects)) build(projects);
}

/** Ends the process with one line and exit code 1. */
export function fail(message) {
  process.stderr.write(`Error: ${message}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Node.js ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}: see https://nodejs.org`,
  );
}

/** Every package of the lock file is there in its version; optional ones may be missing. */
function isInstalled() {
  const installedFile = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional || entry.devOptional || entry.peer) continue;
    const found = installed[path];
    if (!found || found.version !== entry.version || Boolean(found.link) !== Boolean(entry.link))
      return false;
    if (entry.link && !existsSync(join(ROOT, path))) return false;
  }
  return true;
}

function install() {
  say('Installing packages (npm ci) ...');
  const started = performance.now();
  // No package needs its install script; not running them makes the installation the same everywhere.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) fail('the packages could not be installed; see the lines above');
  say(`Installed in ${secondsSince(started)} s`);
}

function build(projects) {
  say('Building ...');
  const started = performance.now();
  const compiler = join(ROOT, 'node_modules', COMPILER);
  const progress = join(ROOT, 'scripts', 'build-progress.mjs');
  const done = spawnSync(process.execPath, [progress, compiler, ...projects], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) fail('the build failed; see the lines above');
  removeOrphans(ROOT);
  makeExecutable();
  makeBundle();
  makePages();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampOf(projects), sourcesDigest());
  say(`Built in ${secondsSince(started)} s`);
}

/** In a process of its own: this file uses nothing but Node, and what calls it does not wait. */
function makeBundle() {
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) fail('the bundle of the gateway could not be made; see the lines above');
}

/** The service runs without its pages: it says so where they should be. */
function makePages() {
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'explorer.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0)
    say('The pages could not be built; see the lines above. All else works without them.');
}

/** Everything being built, any part of it is. */
function isBuilt(projects) {
  return isUpToDate(projects) || isUpToDate(EVERYTHING);
}

function isUpToDate(projects) {
  const stamp = stampOf(projects);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesDigest()) return false;
  const needed = sourceFolders(ROOT).filter(
    ({ project }) => projects === EVERYTHING || projects.includes(project),
  );
  return needed.every(({ project }) => existsSync(join(ROOT, project, 'dist')));
}

function stampOf(projects) {
  return join(STAMPS, `built-${createHash('sha256').update(projects.join()).digest('hex').slice(0, 8)}`);
}

/** Changes when a source is added, changed or removed. */
function sourcesDigest() {
  const hash = createHash('sha256').update(process.versions.node);
  const add = file => {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${relative(ROOT, file)} ${mtimeMs} ${size}\n`);
  };
  for (const name of [
    'tsconfig.base.json',
    'tsconfig.json',
    'package-lock.json',
    'scripts/bundle.mjs',
    'scripts/explorer.mjs',
    'scripts/licenses.mjs',
  ])
    add(join(ROOT, name));
  for (const { project, sources } of sourceFolders(ROOT)) {
    for (const name of ['tsconfig.json', 'package.json']) {
      const file = join(ROOT, project, name);
      if (existsSync(file)) add(file);
    }
    for (const file of filesBelow(sources)) if (/\.(?:[cm]?tsx?|css|html|svg)$/.test(file)) add(file);
  }
  return hash.digest('hex');
}

/** The compiler writes plain files; what a package names as a command is to be run. */
function makeExecutable() {
  for (const { project } of sourceFolders(ROOT)) {
    const manifest = join(ROOT, project, 'package.json');
    if (!existsSync(manifest)) continue;
    for (const file of Object.values(JSON.parse(readFileSync(manifest, 'utf8')).bin ?? {})) {
      const program = join(ROOT, project, file);
      if (existsSync(program)) chmodSync(program, 0o755);
    }
  }
}

function secondsSince(started) {
  return ((performance.now() - started) / 1000).toFixed(1);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
