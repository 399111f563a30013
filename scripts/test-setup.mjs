/** Runs once in each process of tests. */
import { fileURLToPath } from 'node:url';
import { addEventHandler } from 'jest-circus';
import { programFile } from '../apps/gateway/bin/program.mjs';
import { threadEntry } from '../packages/runtime/dist/thread-entry.js';

/** In milliseconds. Random tests are up to a hundred times longer in the nightly tier. */
const LIMIT = process.env.WEIR_TEST_TIER === 'nightly' ? 1_800_000 : 180_000;

// Worker threads load the gateway's bundle, if it is up to date, instead of some 450 modules.
const program = programFile();
if (program.href.endsWith('/bundle/main.js'))
  threadEntry.file = fileURLToPath(new URL('worker-main.js', program));

// The runner does not limit tests and hooks.
addEventHandler(({ name, timeout }, { currentDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1), timeout);
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), timeout);
});

/** Makes a test or hook fail after `ms` milliseconds. */
function limit(entry, ms = LIMIT) {
  const { fn } = entry;
  if (fn === undefined) return;
  entry.fn = async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The test or hook did not finish in ${ms} ms`)), ms);
    });
    try {
      return await Promise.race([fn(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
