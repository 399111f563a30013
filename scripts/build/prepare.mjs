/**
 * The first step of every command: installs missing packages and builds stale projects. It runs on a fresh clone, so it
 * uses nothing but Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.mjs';
import { filesBelow, removeOrphans, sourceFolders } from './source-folders.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** TypeScript projects, relative to the root: the gateway and the sample streams. */
export const PROGRAM = ['apps/gateway', 'packages/samples'];
/** The description of the REST API. */
const API = ['packages/api'];
/** The root's project, which references all others. */
export const EVERYTHING = ['.'];

/** The oldest supported minor version of a major version; all newer major versions are supported. */
const OLDEST_MINORS = new Map([
  [20, 19],
  [22, 12],
]);
/** Below node_modules. The package `typescript` is an older version, for lint: the compiler has no API for it yet. */
export const COMPILER = '@typescript/native/bin/tsc';

const STAMPS = join(ROOT, 'node_modules', '.cache', 'weir');

/**
 * Brings projects and everything that they depend on up to date. Ends the process with one line if that fails.
 *
 * @param {readonly string[]} projects `PROGRAM` or `EVERYTHING`.
 */
export async function prepare(projects) {
  checkNode();
  if (!isInstalled()) install();
  if (!isBuilt(projects)) await build(projects);
}

/** Ends the process with one line and exit code 1. */
export function fail(message) {
  process.stderr.write(`Error: ${message}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const oldestMinor = OLDEST_MINORS.get(major);
  if (oldestMinor === undefined ? major > 22 : minor >= oldestMinor) return;
  fail(
    `Node.js 20.19 or newer, or 22.12 or newer, is required; this is ${process.versions.node}: see https://nodejs.org`,
  );
}

/** Returns whether every package of the lock file is installed in its version; optional ones may be missing. */
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
  if (done.status !== 0) fail('installing the packages failed; see the lines above');
  say(`Installed in ${secondsSince(started)} s`);
}

async function build(projects) {
  say('Building ...');
  const started = performance.now();
  await compileAll(API);
  // The gateway uses the client, whose types are generated from the compiled API.
  if (!run('client-types.mjs')) fail('generating the types of the client failed; see the lines above');
  await compileAll(projects);
  removeOrphans(ROOT);
  makeExecutable();
  if (!run('bundle.mjs')) fail('bundling the gateway failed; see the lines above');
  // Without its pages, the gateway serves everything else.
  if (!run('explorer.mjs')) say('Building the pages failed; see the lines above.');
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampOf(projects), sourcesDigest());
  say(`Built in ${secondsSince(started)} s`);
}

async function compileAll(projects) {
  const compiler = join(ROOT, 'node_modules', COMPILER);
  if (!(await compile(compiler, ROOT, projects))) fail('the build failed; see the lines above');
}

/**
 * Runs a script of this folder in a separate process, because it imports installed packages. Returns whether it
 * succeeded.
 */
function run(script) {
  const file = join(ROOT, 'scripts', 'build', script);
  return spawnSync(process.execPath, [file], { cwd: ROOT, stdio: ['ignore', 2, 2] }).status === 0;
}

/** The program is part of everything. */
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
  for (const name of ['tsconfig.base.json', 'tsconfig.json', 'package-lock.json']) add(join(ROOT, name));
  for (const file of filesBelow(join(ROOT, 'scripts', 'build'))) add(file);
  for (const { project, sources } of sourceFolders(ROOT)) {
    for (const name of ['tsconfig.json', 'package.json']) {
      const file = join(ROOT, project, name);
      if (existsSync(file)) add(file);
    }
    for (const file of filesBelow(sources)) if (/\.(?:[cm]?tsx?|css|html|svg)$/.test(file)) add(file);
  }
  return hash.digest('hex');
}

/** The compiler writes plain files; the commands of a package must be executable. */
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
