/** Limits the memory of a query relative to the heap of the thread that runs it. */
import { getHeapStatistics } from 'node:v8';
import { DEFAULT_QUERY_LIMITS, limitQueries, type QueryLimits } from '@weir/cypher';

/** Share of a thread's heap that one query may fill. Data being sent exists a second time, as bytes. */
const HEAP_SHARE = 0.25;

/** To be called once on each thread that runs queries, before the first one. */
export function limitQueriesOfThread(limits: Partial<QueryLimits> = {}): void {
  const share = Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE);
  limitQueries({ bytes: Math.min(DEFAULT_QUERY_LIMITS.bytes, share), ...limits });
}
