/** How much one query may hold depends on the heap of the thread that it runs on. */
import { getHeapStatistics } from 'node:v8';
import { DEFAULT_QUERY_LIMITS, limitQueries, type QueryLimits } from '@weir/cypher';

/** Part of a thread's heap that one query may fill; what is being answered is there a second time, as bytes. */
const HEAP_SHARE = 0.25;

/** To be called once on each thread that runs queries, before it does. */
export function limitQueriesOfThread(limits: Partial<QueryLimits> = {}): void {
  const share = Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE);
  limitQueries({ bytes: Math.min(DEFAULT_QUERY_LIMITS.bytes, share), ...limits });
}
