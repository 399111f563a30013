import type { QueryFacts } from '@weir/contract';
import { WeirError } from '@weir/platform';

/** @throws WeirError `output.invalid` for a query that may scan all nodes if that is not allowed. */
export function refuseScan(
  { canContainAllNodeScan }: QueryFacts,
  { query, allowAllNodeScan }: { readonly query: string; readonly allowAllNodeScan: boolean },
): void {
  if (!canContainAllNodeScan || allowAllNodeScan) return;
  throw new WeirError(
    'output.invalid',
    'Cypher query may contain full node scan; re-write without possible full node scan, or pass ' +
      `allowAllNodeScan true. The provided query was: ${query}`,
  );
}
