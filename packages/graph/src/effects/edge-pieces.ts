/**
 * Splits the edges of a node into batches of neighbors with similar ids, because a store reads nodes that are close to
 * each other in its order much faster. Sorting a million edges would block the worker for seconds. So edges are
 * distributed to buckets by the first characters in which ids differ, and only single batches are sorted.
 */
import type { HalfEdge, NodeId } from '@weir/model';

/** Number of ids sampled to estimate how many leading characters all ids share. */
const SAMPLE = 64;
/** Two characters of one byte each. */
const BUCKETS = 1 << 16;

/** @returns batches of at most `size`; each edge is in one of them. */
export function* piecesInOrder(edges: readonly HalfEdge[], size: number): Generator<HalfEdge[]> {
  let piece: HalfEdge[] = [];
  for (const bucket of bucketsOf(edges, size)) {
    // Ids that share these characters too stay in the given order, which is usually the order of their creation.
    for (let at = 0; at < bucket.length; at += size) {
      const some = bucket.slice(at, at + size);
      if (piece.length + some.length > size) {
        yield piece.sort(byOther);
        piece = [];
      }
      piece = piece.length === 0 ? some : piece.concat(some);
    }
  }
  if (piece.length > 0) yield piece.sort(byOther);
}

/** Buckets in the order of ids. */
function bucketsOf(edges: readonly HalfEdge[], size: number): Iterable<HalfEdge[]> {
  const prefix = commonPrefix(edges);
  // Several buckets make up a batch, so that most batches are nearly full.
  const wanted = Math.max(1, Math.ceil((4 * edges.length) / size));
  const width = Math.max(1, Math.floor(BUCKETS / wanted));
  const buckets: (HalfEdge[] | undefined)[] = new Array(Math.ceil(BUCKETS / width));
  for (let i = 0; i < edges.length; i++) {
    const bucket = Math.floor(bucketPosition(edges[i]!.other, prefix) / width);
    const known = buckets[bucket];
    if (known === undefined) buckets[bucket] = [edges[i]!];
    else known.push(edges[i]!);
  }
  return buckets.filter(bucket => bucket !== undefined);
}

/** Returns 0 to `BUCKETS - 1`. */
function bucketPosition(id: NodeId, prefix: number): number {
  const high = prefix < id.length ? id.charCodeAt(prefix) : 0;
  const low = prefix + 1 < id.length ? id.charCodeAt(prefix + 1) : 0;
  return ((high & 0xff) << 8) | (low & 0xff);
}

function commonPrefix(edges: readonly HalfEdge[]): number {
  const first = edges[0]?.other ?? '';
  let length = first.length;
  const step = Math.max(1, Math.floor(edges.length / SAMPLE));
  for (let i = step; i < edges.length; i += step) {
    const { other } = edges[i]!;
    let same = 0;
    while (same < length && first.charCodeAt(same) === other.charCodeAt(same)) same++;
    length = same;
  }
  return length;
}

function byOther(a: HalfEdge, b: HalfEdge): number {
  if (a.other === b.other) return 0;
  return a.other < b.other ? -1 : 1;
}
