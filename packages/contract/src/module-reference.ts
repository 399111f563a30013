/**
 * What a program plugs into the graph. Functions cannot cross threads, so each thread that hosts shards imports
 * the module itself and makes its own from plain data.
 */
import type { ValueMap } from '@weir/model';

export interface ModuleReference {
  /** URL of an ES module. */
  readonly module: string;
  /** Plain data, handed to the factory that the module exports. */
  readonly options: ValueMap;
}

/** Functions, aggregates and procedures of a module with an export `extensions: ExtensionFactory`. */
export type { ExtensionFactory } from '@weir/cypher';

/** How queries read text from outside, of a module with an export `textOpener: TextOpenerFactory`. */
export type TextOpenerFactory = (options: ValueMap) => TextOpener | Promise<TextOpener>;

/**
 * A text in pieces, however cut. The next piece is asked for when the query has used the last one; leaving the
 * loop, and the signal, close what was opened. Throws a `WeirError` for what cannot, or must not, be opened.
 */
export type TextOpener = (url: string, signal?: AbortSignal) => AsyncIterable<string>;
