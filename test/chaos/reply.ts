/** Outcome of a request. */
export interface Reply {
  /** The process ended before it answered: whether the request took effect is unknown. */
  readonly isLost: boolean;
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

export const LOST: Reply = { isLost: true, status: 0, code: '', text: '' };

export function isOk({ isLost, status }: Reply): boolean {
  return !isLost && status < 300;
}

/** Valid responses, at any time, of a service with problems to a correct request. */
const TROUBLES: ReadonlySet<string> = new Set([
  '500 store.failed',
  '503 store.failed',
  '503 graph.not-ready',
  '503 graph.closed',
  '503 graph.worker-lost',
  '503 cypher.timeout',
  '503 cypher.cancelled',
  '503 standing.busy',
  '503 gateway.busy',
]);

export function isHonestTrouble({ status, code }: Reply): boolean {
  return TROUBLES.has(`${status} ${code}`);
}
