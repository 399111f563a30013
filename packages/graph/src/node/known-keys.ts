/**
 * Key lists of packed properties. Each list is stored once and referred to by a number, so that a million nodes with
 * the same keys do not store them a million times. Lists live as long as the thread, so their number and length are
 * limited.
 */
import { decode, keysIn, keysLength } from '@weir/model';

const MOST_LISTS = 4096;
const MOST_BYTES = 1024;
/** Second element that completes a head into a valid two-element list. */
const NOTHING = 0xc0;

export interface KeyList {
  readonly number: number;
  readonly keys: readonly string[];
  /** First bytes of packed properties that have these keys. */
  readonly head: Uint8Array;
}

const lists: KeyList[] = [];
const numbers = new Map<string, number>();
let last: KeyList | undefined;

/** Returns `undefined` if the bytes have to be kept whole. */
export function keyListOf(packed: Uint8Array): KeyList | undefined {
  const length = keysLength(packed);
  if (length === 0 || length > MOST_BYTES) return undefined;
  if (last !== undefined && last.head.length === length && beginsWith(packed, last.head)) return last;
  const head = packed.subarray(0, length);
  const name = Buffer.from(head).toString('latin1');
  const known = numbers.get(name);
  if (known === undefined && lists.length === MOST_LISTS) return undefined;
  last = known === undefined ? added(name, Uint8Array.from(head)) : lists[known]!;
  return last;
}

export function keyList(number: number): KeyList {
  return lists[number]!;
}

function added(name: string, head: Uint8Array): KeyList {
  const [text] = decode(Uint8Array.of(...head, NOTHING)) as [string, null];
  const list = { number: lists.length, keys: keysIn(text), head };
  lists.push(list);
  numbers.set(name, list.number);
  return list;
}

function beginsWith(bytes: Uint8Array, head: Uint8Array): boolean {
  for (let i = 0; i < head.length; i++) if (bytes[i] !== head[i]) return false;
  return true;
}
