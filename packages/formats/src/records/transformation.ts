/**
 * Runs a user's JavaScript function on values, in a separate engine: QuickJS, compiled to WebAssembly. It has access
 * only to the value. Values enter and leave as JSON, bytes as an ArrayBuffer.
 *
 * Steps, memory and stack are limited by counts, so that the same record always has the same outcome. The engine counts
 * steps of the function, but not those within a built-in (`indexOf` of an array with 4294967295 holes), so a call is
 * also limited in time, from outside. A call stopped that way makes the engine unusable: it is replaced.
 *
 * Each transformation has its own engine, so that running out of memory does not affect others. An engine takes some
 * megabytes; this module is loaded only if there is a transformation.
 */
import { parseJson, queryJson, type Value } from '@weir/model';
import { type Clock, messageOf, WeirError } from '@weir/platform';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { completesWithin } from './timed-call.js';

/**
 * Limit of one call. The engine reports about every ten thousand steps; this many reports take about a quarter of a
 * second.
 */
const INTERRUPTS = 1_000;
/** Limit of one call. */
const LONGEST_MILLIS = 3_000;
/** After this time no further value is started. */
const TURN_MILLIS = 10;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** With a larger stack, deep nesting overflows the stack of the host first. */
const STACK_BYTES = 64 * 1024;

const TOO_LONG = 'it takes too many steps, or too long';

/** Wraps the given function: JSON texts, or bytes, in and out. */
const ADAPTER = `
(() => {
  const { parse, stringify } = JSON;
  const isView = ArrayBuffer.isView;
  for (const name of ['eval', 'Function']) delete globalThis[name];
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name];
    if (typeof value !== 'object' && typeof value !== 'function' || value === null || value === globalThis) continue;
    if (typeof value === 'function' && value.prototype) Object.freeze(value.prototype);
    Object.freeze(value);
  }
  Object.freeze(globalThis);
  return transform => input => {
    const output = transform(typeof input === 'string' ? parse(input) : input);
    if (output === undefined || output === null) return 'null';
    if (typeof output.then === 'function') throw new TypeError('the function returned a promise');
    if (output instanceof ArrayBuffer) return output;
    if (isView(output)) return output.buffer.slice(output.byteOffset, output.byteOffset + output.byteLength);
    const text = stringify(output);
    if (text === undefined) throw new TypeError('the function returned a ' + typeof output);
    return text;
  };
})()`;

export type TransformationResult = { readonly value: Value } | { readonly failure: string };

export class Transformation {
  private engine: Engine | undefined;
  private renewal: Promise<void> | undefined;

  private constructor(
    private readonly source: string,
    private readonly clock: Clock,
  ) {}

  /**
   * @param source a function expression.
   * @throws WeirError `ingest.invalid` if it is not one.
   */
  static async of(source: string, clock: Clock): Promise<Transformation> {
    const transformation = new Transformation(source, clock);
    await transformation.renew();
    return transformation;
  }

  /** Whether a call was stopped from outside: call `renew` before the next one. */
  get isLost(): boolean {
    return this.engine === undefined;
  }

  /** Replaces the engine. State that the function keeps between calls is lost. */
  async renew(): Promise<void> {
    this.renewal ??= Engine.of(this.source, this.clock)
      .then(engine => void (this.engine = engine))
      .finally(() => (this.renewal = undefined));
    await this.renewal;
  }

  /**
   * Applies the function to values in order, to at least one, and to more while there is time.
   * @param longestMillis time after which a call is stopped.
   * @returns the results of the first values, or of all.
   */
  apply(values: readonly Value[], longestMillis = LONGEST_MILLIS): readonly TransformationResult[] {
    const { engine, clock } = this;
    if (engine === undefined) throw new WeirError('internal', 'the engine of the transformation ended');
    const results: TransformationResult[] = [];
    const began = clock.now();
    const completes = completesWithin(longestMillis, () => {
      for (const value of values) {
        results.push(engine.apply(value));
        if (engine.isBroken || clock.now() - began >= TURN_MILLIS) return;
      }
    });
    if (!completes || engine.isBroken) this.engine = undefined;
    // A later value has not had the full time: it gets it as the first of the next call.
    if (!completes && results.length === 0) results.push({ failure: TOO_LONG });
    return results;
  }
}

class Engine {
  /** Whether the engine itself failed. */
  isBroken = false;
  private readonly context: QuickJSContext;
  private call: QuickJSHandle | undefined;
  private interrupts = 0;
  private deadline = 0;

  private constructor(
    runtime: QuickJSRuntime,
    private readonly clock: Clock,
  ) {
    runtime.setMemoryLimit(MEMORY_BYTES);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => ++this.interrupts > INTERRUPTS || this.clock.now() > this.deadline);
    this.context = runtime.newContext();
  }

  static async of(source: string, clock: Clock): Promise<Engine> {
    const module = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-singlefile-mjs-release-sync'));
    const engine = new Engine(module.newRuntime(), clock);
    try {
      if (!completesWithin(LONGEST_MILLIS, () => engine.prepare(source))) throw new Error(TOO_LONG);
    } catch (cause) {
      const reason = messageOf(cause);
      throw new WeirError('ingest.invalid', `The transformation is not a function: ${reason}`, { cause });
    }
    return engine;
  }

  apply(value: Value): TransformationResult {
    try {
      return { value: this.called(value) };
    } catch (error) {
      return { failure: (error as Error).message };
    }
  }

  /** @throws the error of the function. */
  private called(value: Value): Value {
    const { context } = this;
    const input =
      value instanceof Uint8Array
        ? context.newArrayBuffer(value.slice().buffer)
        : context.newString(queryJson(value));
    try {
      const output = this.evaluated(() => context.callFunction(this.call!, context.undefined, input));
      try {
        if (context.typeof(output) === 'string') return parseJson(context.getString(output));
        const bytes = context.getArrayBuffer(output);
        const copy = bytes.value.slice();
        bytes.dispose();
        return copy;
      } finally {
        output.dispose();
      }
    } finally {
      input.dispose();
    }
  }

  private prepare(source: string): void {
    const { context } = this;
    const given = this.evaluated(() => context.evalCode(`"use strict";(\n${source}\n)`, 'transformation.js'));
    try {
      if (context.typeof(given) !== 'function') throw new TypeError(`it is a ${context.typeof(given)}`);
      const adapter = this.evaluated(() => context.evalCode(ADAPTER));
      this.call = this.evaluated(() => context.callFunction(adapter, context.undefined, given));
      adapter.dispose();
    } finally {
      given.dispose();
    }
  }

  private evaluated(run: () => ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    this.interrupts = 0;
    this.deadline = this.clock.now() + LONGEST_MILLIS;
    let result: ReturnType<QuickJSContext['evalCode']>;
    try {
      result = run();
    } catch (cause) {
      this.isBroken = true;
      throw new Error('the engine of the transformation failed', { cause });
    }
    if (result.error === undefined) return result.value;
    const thrown: unknown = this.context.dump(result.error);
    result.error.dispose();
    throw new Error(describe(thrown));
  }
}

function describe(thrown: unknown): string {
  const { name, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    readonly name?: unknown;
    readonly message?: unknown;
  };
  if (message === 'interrupted') return TOO_LONG;
  return message === undefined ? String(thrown) : `${String(name ?? 'Error')}: ${String(message)}`;
}
