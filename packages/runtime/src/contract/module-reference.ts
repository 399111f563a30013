/**
 * What a program plugs into the graph. Functions cannot cross threads, so each thread that @@workers@@ shards imports
 * the module itself and makes its own from plain data.
 */
import type { Extensions } from '@weir/cypher';
import { type ValueMap, WeirError } from '@weir/model';

export interface ModuleReference {
  /** URL of an ES module. */
  readonly module: string;
  /** Plain data, handed to the factory that the module exports. */
  readonly options: ValueMap;
}

/** Functions, aggregates and procedures of a module with an export `extensions: ExtensionFactory`. */
export type ExtensionFactory = (options: ValueMap) => Extensions | Promise<Extensions>;

/** How queries read text from outside, of a module with an export `textOpener: TextOpenerFactory`. */
export type TextOpenerFactory = (options: ValueMap) => TextOpener | Promise<TextOpener>;

/**
 * A text in pieces, however cut. The next piece is asked for when the query has used the last one; leaving the
 * loop, and the signal, close what was opened. Throws a `WeirError` for what cannot, or must not, be opened.
 */
export type TextOpener = (url: string, signal?: AbortSignal) => AsyncIterable<string>;

/** @throws WeirError `config.invalid` */
export function loadTextOpener(reference: ModuleReference | undefined): Promise<TextOpener | undefined> {
  return reference === undefined
    ? Promise.resolve(undefined)
    : fromModule<TextOpener>(reference, 'textOpener');
}

/**
 * What the factory under `name` makes of the options.
 * @throws WeirError `config.invalid`
 */
export async function fromModule<T>(reference: ModuleReference, name: string): Promise<T> {
  const { module, options } = reference;
  let factory: unknown;
  try {
    factory = ((await import(module)) as Record<string, unknown>)[name];
  } catch (cause) {
    throw new WeirError('config.invalid', `The module ${module} cannot be loaded: ${reason(cause)}`, {
      cause,
    });
  }
  if (typeof factory !== 'function') {
    throw new WeirError('config.invalid', `The module ${module} has no exported function \`${name}\``);
  }
  try {
    return await (factory as (options: ValueMap) => T | Promise<T>)(options);
  } catch (cause) {
    if (cause instanceof WeirError) throw cause;
    throw new WeirError('config.invalid', `\`${name}\` of the module ${module} failed: ${reason(cause)}`, {
      cause,
    });
  }
}

function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
