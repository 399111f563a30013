/**
 * Jest's runner of a suite, with one difference: suites are imported by Node itself, not into a context of Jest's own.
 * What suites import is loaded once for each of Jest's processes, not 190 times, and runs as fast as in the product
 * (globals are slow in such contexts). So suites share what modules keep; none may change what another one sees. What
 * Jest itself would load into each context, which takes 40 ms, is loaded once too. Threads load the gateway's bundle, if it
 * is as new as what was compiled.
 */
import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'expect';
import circus from 'jest-circus/runner';
import { programFile } from '../apps/gateway/bin/program.mjs';
import { threadEntry } from '../packages/runtime/dist/threads/thread-entry.js';

const NAMES = 'describe test it beforeAll beforeEach afterAll afterEach'.split(' ');

// That of Jest's context would not know this one's `Number` and `Error`.
globalThis.expect = expect;

const program = programFile();
if (program.href.endsWith('/bundle/main.js'))
  threadEntry.file = fileURLToPath(new URL('worker-main.js', program));

const require = createRequire(import.meta.url);
const ADAPTER = join(dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');

/** What follows a test through all its promises, which takes Node 20 and 22 a tenth of all processor time. */
const FOLLOWER = 'AsyncLocalStorage';
const FOLLOWS_DEARLY = Number.parseInt(process.versions.node) < 24;

/** Afresh for each suite, as it keeps the suite's tests; what it needs itself is loaded once. */
function loadAdapter() {
  delete require.cache[ADAPTER];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  if (!FOLLOWS_DEARLY) return require(ADAPTER);
  const follower = Object.getOwnPropertyDescriptor(asyncHooks, FOLLOWER);
  Object.defineProperty(asyncHooks, FOLLOWER, { value: StoreInTurn, configurable: true });
  try {
    return require(ADAPTER);
  } finally {
    Object.defineProperty(asyncHooks, FOLLOWER, follower);
  }
}

/**
 * What circus knows of the test that runs: whose fault an error is that nobody waits for. Tests of a suite run one after
 * the other, so it is the one that has begun and not ended.
 */
class StoreInTurn {
  #store;

  async run(store, call, ...args) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await call(...args);
    } finally {
      this.#store = outer;
    }
  }

  getStore() {
    return this.#store;
  }
}

export default function runSuite(globalConfig, config, environment, runtime, path, ...rest) {
  const loader = {
    unstable_shouldLoadAsEsm: () => true,
    requireInternalModule: file => (file === ADAPTER ? loadAdapter() : runtime.requireInternalModule(file)),
    unstable_importModule(file) {
      for (const name of NAMES) globalThis[name] = environment.global[name];
      return import(pathToFileURL(file).href);
    },
  };
  const withLoader = new Proxy(runtime, {
    get(target, name) {
      const value = loader[name] ?? target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return circus.default(globalConfig, config, environment, withLoader, path, ...rest);
}
