/**
 * Loads the chunks of the bundle, once in each thread, and keeps what V8 has compiled of them for the next start. Node's
 * own way of keeping it (22.8 and newer) is not used: a start takes a tenth more with it.
 */
'use strict';
const { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { isAbsolute, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { isMainThread, threadId } = require('node:worker_threads');
const { crc32 } = require('node:zlib');

const BUNDLE = join(__dirname, '../dist/bundle');
const IS_KEPT = process.env.NODE_DISABLE_COMPILE_CACHE === undefined;
/** Beside the program, not where all may write: whoever can write there decides what runs. */
const PLACE = isAbsolute(process.env.NODE_COMPILE_CACHE ?? '')
  ? process.env.NODE_COMPILE_CACHE
  : join(__dirname, '../dist/compiled');
/** By then most has been called that a start calls; what never was is not compiled, and not kept. */
const KEPT_AFTER_MILLIS = 1_000;
/** Before what is kept: checksums of the source and of itself. V8 only looks at how long the source is. */
const HEADER_BYTES = 8;

// As the graph does for the whole process before it starts threads. Code is taken under the flags alone that it was
// compiled with: they are in the tag.
if (IS_KEPT && isMainThread) setFlagsFromString('--no-allocation-site-pretenuring');
const TAG = cachedDataVersionTag();
const FOLDER = join(
  PLACE,
  `${process.version}-${process.arch}-${TAG.toString(16)}-${isMainThread ? 'main' : 'thread'}`,
);

const TAKES_KEPT = IS_KEPT && isTrusted(FOLDER);

const modules = new Map();
/** Compiled in this thread, by the file that it belongs into. */
const toKeep = new Map();

/** What the chunk of that name exports. */
function chunk(name) {
  const known = modules.get(name);
  if (known?.isLoading) throw new Error(`the chunk ${name} is asked for while it is loaded`);
  if (known !== undefined) return known.exports;
  const file = join(BUNDLE, 'chunks', name);
  const module = { exports: {}, isLoading: true };
  modules.set(name, module);
  try {
    const run = compiled(file, name);
    run(module, Module.createRequire(file), pathToFileURL(join(BUNDLE, name)).href, chunk, load);
  } catch (error) {
    modules.delete(name);
    throw error;
  }
  module.isLoading = false;
  return module.exports;
}

/** As `import(...)`; `#name` is a chunk, `./name` another file of the bundle. */
async function load(specifier) {
  if (specifier.startsWith('#')) return chunk(specifier.slice(1));
  return specifier.startsWith('./') ? require(join(BUNDLE, specifier)) : import(specifier);
}

/** The function that a chunk is. */
function compiled(file, name) {
  const source = readFileSync(file, 'utf8');
  // Node reads maps of sources for its own modules alone.
  if (process.sourceMapsEnabled) {
    const module = new Module(file);
    module._compile(`module.exports=${source}`, file);
    return module.exports;
  }
  if (!IS_KEPT) return new Script(source, { filename: file }).runInThisContext();
  const kept = join(FOLDER, name.replace(/js$/, 'code'));
  const sum = crc32(source);
  const cachedData = TAKES_KEPT ? readKept(kept, sum) : undefined;
  const script = new Script(source, { filename: file, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) {
    if (toKeep.size === 0) {
      setTimeout(keep, KEPT_AFTER_MILLIS).unref();
      process.once('exit', keep);
    }
    toKeep.set(kept, { sum, script });
  }
  return script.runInThisContext();
}

function keep() {
  process.off('exit', keep);
  try {
    // Under flags that were set since, it would not be taken.
    if (cachedDataVersionTag() === TAG) {
      for (const folder of [PLACE, FOLDER]) makeFolder(folder);
      if (isTrusted(FOLDER))
        for (const [kept, { sum, script }] of toKeep) writeKept(kept, sum, script.createCachedData());
    }
  } catch {
    // Not ours to write: compiled again next time.
  }
  toKeep.clear();
}

/** @returns {Buffer | undefined} if there is none, of other source or not whole. */
function readKept(file, sum) {
  try {
    const kept = readFileSync(file);
    const data = kept.subarray(HEADER_BYTES);
    return kept.readUInt32LE(0) === sum && kept.readUInt32LE(4) === crc32(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody can write there but who runs this, or who put the program here. */
function isTrusted(folder) {
  if (process.getuid === undefined) return true;
  try {
    const { uid, mode } = lstatSync(folder);
    const owners = [process.getuid(), lstatSync(__filename).uid];
    return owners.includes(uid) && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** One level: asked for all of them, Node 20 never ends where the system has no folders to give, as in `/proc`. */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Whole or not at all, for whoever starts meanwhile. */
function writeKept(file, sum, data) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(sum, 0);
  header.writeUInt32LE(crc32(data), 4);
  const written = `${file}.${process.pid}.${threadId}`;
  try {
    writeFileSync(written, Buffer.concat([header, data]), { flag: 'wx' });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

module.exports = { chunk, load };
