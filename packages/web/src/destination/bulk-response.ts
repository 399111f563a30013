/** Item errors in the response to a bulk request of Elasticsearch and OpenSearch, whose status is 200 nevertheless. */
import type { PostProblem } from './http-poster.js';

interface BulkItem {
  readonly status?: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const INVALID = 400;

/** @returns `undefined` if all items were accepted. The status of an item that may pass is the problem's status. */
export function bulkProblem(body: string): PostProblem | undefined {
  let answer: { readonly errors?: boolean; readonly items?: readonly Record<string, BulkItem>[] };
  try {
    answer = JSON.parse(body) as typeof answer;
  } catch {
    return { reason: 'the response is not that of a bulk request', mayPass: false, status: INVALID };
  }
  if (answer.errors === false) return undefined;
  const failed = (answer.items ?? [])
    .flatMap(item => Object.values(item))
    .filter(({ error }) => error !== undefined);
  const permanent = failed.find(({ status = 0 }) => status !== TOO_MANY_REQUESTS && status < 500);
  const first = permanent ?? failed[0];
  const reason = `an item was rejected: ${[first?.error?.type, first?.error?.reason].filter(Boolean).join(': ')}`;
  // A permanent error of one item must not affect the others: they are sent again without it.
  if (permanent !== undefined) return { reason, mayPass: false, status: INVALID };
  return { reason, mayPass: true, status: first?.status ?? UNAVAILABLE };
}
