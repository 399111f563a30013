/** What a graph keeps about its standing queries, over restarts. */
import type { CutExchange } from '../../contract/exchange.js';
import type { MetadataStore, StoredStanding } from '@weir/contract';

const REGISTRY_KEY = 'standing-queries';

export interface StoredQuery {
  /** Of its log. */
  readonly number: number;
  readonly definition: StoredStanding;
  /** Of one that took another one's place: its number on the nodes. */
  readonly plan?: number;
  /** By plan: of the first and of every later one. */
  readonly columns?: readonly (readonly [plan: number, columns: readonly string[]])[];
  /** Consumers are yet to be told of the last change. */
  readonly exchange?: CutExchange;
}

export interface StoredRegistry {
  readonly nextNumber: number;
  readonly queries: readonly StoredQuery[];
  /** Numbers of queries that are being removed. */
  readonly leaving?: readonly number[];
}

export async function loadRegistry(metadata: MetadataStore): Promise<StoredRegistry | undefined> {
  return (await metadata.get(REGISTRY_KEY)) as StoredRegistry | undefined;
}

export function saveRegistry(metadata: MetadataStore, registry: StoredRegistry): Promise<void> {
  return metadata.put(REGISTRY_KEY, registry);
}
