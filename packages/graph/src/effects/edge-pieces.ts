/**
 * The edges of a node in pieces, each of neighbours whose ids lie close together: a store reads nodes that are near each
 * other in its order much faster than others. To sort a million edges would hold up the worker for seconds, so they are
 * dealt to buckets by the first characters in which ids differ, and only a piece is sorted.
 */
import type { HalfEdge, NodeId } from '@weir/model';

/** Ids that show how many characters all of them have in common, as is likely. */
const SAMPLE = 64;
/** Two characters of a byte each. */
const BUCKETS = 1 << 16;

/** @returns pieces of `size` at most; each edge is in one. */
export function* piecesInOrder(edges: readonly HalfEdge[], size: number): Generator<HalfEdge[]> {
  let piece: HalfEdge[] = [];
  for (const bucket of bucketsOf(edges, size)) {
    // Ids that share these characters too: as they come, which is mostly the order in which they were given out.
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

/** In the order of ids. */
function bucketsOf(edges: readonly HalfEdge[], size: number): Iterable<HalfEdge[]> {
  const prefix = commonPrefix(edges);
  // A piece is made of several, so that most are about as large as can be.
  const wanted = Math.max(1, Math.ceil((4 * edges.length) / size));
  const width = Math.max(1, Math.floor(BUCKETS / wanted));
  const buckets: (HalfEdge[] | undefined)[] = new Array(Math.ceil(BUCKETS / width));
  for (let i = 0; i < edges.length; i++) {
    const bucket = Math.floor(placeOf(edges[i]!.other, prefix) / width);
    const known = buckets[bucket];
    if (known === undefined) buckets[bucket] = [edges[i]!];
    else known.push(edges[i]!);
  }
  return buckets.filter(bucket => bucket !== undefined);
}

/** 0 to below `BUCKETS`. */
function placeOf(id: NodeId, prefix: number): number {
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
