/**
 * Functions that take their worker with them, as a mistake in a user's module could. For tests only, in whatever
 * process: `openGraph({ extensions: [MISHAP_EXTENSIONS] })`, or the gateway's setting `extensions`.
 *
 * | call | what becomes of the worker |
 * |---|---|
 * | `mishap.exit(x)` | its thread ends |
 * | `mishap.hang(x)` | its event loop makes no turn any more |
 * | `mishap.exhaust(x)` | it takes memory until its heap is at its limit |
 * | `mishap.throw(x)` | an exception that nobody catches, in the next turn |
 * | `mishap.block(millis)` | it makes no turn for so long, and goes on |
 *
 * `x` is what the call returns if it must: give it null for the call not to happen.
 */
import { defineFunction } from '@weir/cypher';
import type { ExtensionFactory } from '@weir/contract';

const MISHAPS: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(7),
  hang: () => {
    for (;;);
  },
  exhaust: () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
  },
  throw: () =>
    void setImmediate(() => {
      throw new Error('a mishap');
    }),
};

export const extensions: ExtensionFactory = () => ({
  functions: [
    ...Object.entries(MISHAPS).map(([name, happen]) =>
      defineFunction(`mishap.${name}(value :: ANY) :: ANY`, 'Takes its worker with it', ([value]) => {
        if (value !== null) happen();
        return value;
      }),
    ),
    defineFunction('mishap.block(millis :: INTEGER) :: INTEGER', 'Makes no turn for so long', ([millis]) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(millis));
      return millis;
    }),
  ],
});

export const MISHAP_EXTENSIONS = { module: import.meta.url, options: {} };
