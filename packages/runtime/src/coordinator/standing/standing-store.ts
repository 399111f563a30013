/** Stored data about the standing queries of a graph. */
import type { CutExchange } from '../../contract/exchange.js';
import type { MetadataStore, StoredStanding } from '@weir/contract';

const REGISTRY_KEY = 'standing-queries';

export interface StoredQuery {
  /** Number of its log. */
  readonly number: number;
  readonly definition: StoredStanding;
  /** Number on the nodes, if the query was replaced. */
  readonly plan?: number;
  /** Columns of each plan, the first and every later one. */
  readonly columns?: readonly (readonly [plan: number, columns: readonly string[]])[];
  /** Set while the difference of the last replacement has yet to be reported to consumers. */
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
