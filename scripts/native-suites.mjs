/**
 * Jest's runner of a suite, with one difference: suites are imported by Node itself, not into a context of Jest's own.
 * What suites import is loaded once for each of Jest's processes, not 190 times, and runs as fast as in the product
 * (globals are slow in such contexts). So suites share what modules keep; none may change what another one sees. Threads
 * load the gateway's bundle, if it is as new as what was compiled.
 */
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

export default function runSuite(globalConfig, config, environment, runtime, path, ...rest) {
  const loader = {
    unstable_shouldLoadAsEsm: () => true,
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
