/** Contents of a user's module: functions and procedures for queries, sources, destinations, stores, formats. */
import type { ValueMap } from '@weir/model';
import type { Extensions } from '@weir/cypher';
import type { DestinationKind } from './destinations/destination-kind.js';
import type { FormatKind } from './formats/format-kind.js';
import type { SourceKind } from './sources/source-kind.js';
import type { StoreKind } from './stores/store-kind.js';

// Each kind has its own fields, which the registry cannot know.
/* oxlint-disable typescript/no-explicit-any */
export type AnySourceKind = SourceKind<any>;
export type AnyDestinationKind = DestinationKind<any>;
export type AnyStoreKind = StoreKind<any>;
export type AnyFormatKind = FormatKind<any>;
/* oxlint-enable typescript/no-explicit-any */

export interface Extension extends Extensions {
  readonly sources?: readonly AnySourceKind[];
  readonly destinations?: readonly AnyDestinationKind[];
  readonly stores?: readonly AnyStoreKind[];
  readonly formats?: readonly AnyFormatKind[];
}

/**
 * The module's export `extensions`: an extension, or a function that creates one from options (plain data). It is
 * called once in each thread that hosts shards, and once in the main thread.
 */
export type ExtensionModule = Extension | ((options: ValueMap) => Extension | Promise<Extension>);
