/**
 * An extension of the graph, as a module. Functions cannot cross threads, so each thread that hosts shards imports the
 * module and creates its own instance from plain data.
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
 * Opens a text and yields it in chunks of any size. The next chunk is requested when the query has consumed the last
 * one. Leaving the loop, or aborting the signal, closes the source. Throws a `WeirError` if the text cannot be opened
 * or access to it is denied.
 */
export type TextOpener = (url: string, signal?: AbortSignal) => AsyncIterable<string>;
