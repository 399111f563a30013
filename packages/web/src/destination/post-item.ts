/** A message together with its body, and with its request if a template creates one. */
import type { Message } from '@weir/plugins';
import type { TemplatedRequest } from '../templates/templated-requests.js';

export interface PostItem {
  readonly message: Message;
  readonly body: Uint8Array;
  readonly request: TemplatedRequest | undefined;
}

/** Whether two items can be in one request. */
export function haveOneTarget({ request: one }: PostItem, { request: other }: PostItem): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.method === other.method &&
    one.path === other.path &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}
