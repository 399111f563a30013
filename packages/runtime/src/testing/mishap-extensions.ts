/**
 * Functions that end or block their worker, as a mistake in a user's module could. For tests only, in any process:
 * `openGraph({ extensions: [MISHAP_EXTENSIONS] })`, or the gateway's setting `extensions`.
 *
 * | call | effect on the worker |
 * |---|---|
 * | `mishap.exit(x)` | its thread ends |
 * | `mishap.hang(x)` | its event loop stops turning |
 * | `mishap.exhaust(x)` | it allocates memory until its heap is at its limit |
 * | `mishap.throw(x)` | an uncaught exception, in the next turn |
 * | `mishap.block(millis)` | its event loop stops for that time, then continues |
 *
 * `x` is the return value if the call has to return; with null the call has no effect.
 *
 * With the option `endsAtStart`, a folder, `times` workers that load the module end: each leaves a file there. The main
 * thread also loads it, and continues.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import {
  defineFunction,
  type ExtensionFactory,
  type FunctionDefinition,
  type Value,
} from '@weir/cypher/extension';

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

interface StartMishap {
  readonly endsAtStart?: string;
  readonly times?: number;
}

function endAtStart({ endsAtStart, times = 1 }: StartMishap): void {
  if (isMainThread || endsAtStart === undefined) return;
  for (let i = 0; i < times; i++) {
    const mark = join(endsAtStart, `start-${i}`);
    if (existsSync(mark)) continue;
    writeFileSync(mark, '');
    process.exit(7);
  }
}

export const extensions: ExtensionFactory = options => {
  endAtStart(options);
  return MISHAP_CALLS;
};

const MISHAP_CALLS: ReturnType<ExtensionFactory> = {
  functions: [
    ...Object.entries(MISHAPS).map(([name, happen]) =>
      ofOne(`mishap.${name}`, value => {
        if (value !== null) happen();
        return value;
      }),
    ),
    ofOne('mishap.block', millis => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(millis));
      return millis;
    }),
  ],
};

function ofOne(name: string, call: (value: Value) => Value): FunctionDefinition {
  return defineFunction(`${name}(value :: ANY) :: ANY`, 'Takes its worker with it', ([value]) =>
    call(value!),
  );
}

export const MISHAP_EXTENSIONS = { module: import.meta.url, options: {} };
