/**
 * Runs a JavaScript function that somebody sent, on values, in an engine of its own: QuickJS, compiled to WebAssembly. It
 * sees nothing but the value. Steps, memory and stack are limited by counts, so that the same record always ends the
 * same; and time, for single steps that take long (`'x'.repeat(1e6)`). Values go in and come out as JSON, bytes as an ArrayBuffer.
 *
 * Each transformation has an engine of its own, which goes with it: one that is out of memory harms no other. The engine
 * costs some megabytes; this module is loaded only where there is a transformation.
 */
import { type Clock, parseJson, queryJson, type Value, WeirError } from '@weir/model';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';

/** Of one call. The engine asks every ten thousand steps or so; this many are about a quarter of a second. */
const INTERRUPTS = 1_000;
/** Of one call, as well; looked at as often. */
const LONGEST_MILLIS = 3_000;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** With more, what is nested deeply overflows the stack of the host first. */
const STACK_BYTES = 64 * 1024;

/** Evaluates to a function from the given one: texts of JSON, or bytes, in and out. */
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

export class Transformation {
  private readonly context: QuickJSContext;
  private readonly call: QuickJSHandle;
  private interrupts = 0;
  private deadline = 0;

  private constructor(
    runtime: QuickJSRuntime,
    source: string,
    private readonly clock: Clock,
  ) {
    runtime.setMemoryLimit(MEMORY_BYTES);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => ++this.interrupts > INTERRUPTS || this.clock.now() > this.deadline);
    this.context = runtime.newContext();
    try {
      this.call = this.prepared(source);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new WeirError('ingest.invalid', `The transformation is no function: ${reason}`, { cause });
    }
  }

  /**
   * @param source a function expression.
   * @throws WeirError `ingest.invalid` when it is none.
   */
  static async of(source: string, clock: Clock): Promise<Transformation> {
    const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-singlefile-mjs-release-sync'));
    return new Transformation(engine.newRuntime(), source, clock);
  }

  /** @throws Error what the function throws; WeirError when the engine itself gave up. */
  apply(value: Value): Value {
    const { context } = this;
    const input =
      value instanceof Uint8Array
        ? context.newArrayBuffer(value.slice().buffer)
        : context.newString(queryJson(value));
    try {
      const output = this.evaluated(() => context.callFunction(this.call, context.undefined, input));
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

  private prepared(source: string): QuickJSHandle {
    const { context } = this;
    const given = this.evaluated(() => context.evalCode(`"use strict";(\n${source}\n)`, 'transformation.js'));
    try {
      if (context.typeof(given) !== 'function') throw new TypeError(`it is a ${context.typeof(given)}`);
      const adapter = this.evaluated(() => context.evalCode(ADAPTER));
      const call = this.evaluated(() => context.callFunction(adapter, context.undefined, given));
      adapter.dispose();
      return call;
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
      throw new WeirError('ingest.invalid', 'The engine of the transformation gave up.', { cause });
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
  if (message === 'interrupted') return 'it takes too many steps, or too long';
  return message === undefined ? String(thrown) : `${String(name ?? 'Error')}: ${String(message)}`;
}
