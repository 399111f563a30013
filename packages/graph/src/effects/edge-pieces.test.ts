import { Direction, type HalfEdge, idFrom, type NodeId } from '@weir/model';
import { SeededRandom } from '@weir/platform';
import { piecesInOrder } from './edge-pieces.js';

const edgeTo = (other: NodeId, label = 'TO'): HalfEdge => ({ label, direction: Direction.Outgoing, other });

function check(edges: readonly HalfEdge[], size: number): HalfEdge[][] {
  const pieces = [...piecesInOrder(edges, size)];
  expect(pieces.every(piece => piece.length > 0 && piece.length <= size)).toBe(true);
  const key = ({ label, other }: HalfEdge): string => `${label} ${other}`;
  expect(pieces.flat().map(key).sort()).toEqual(edges.map(key).sort());
  return pieces;
}

test('sorts evenly distributed ids into mostly full batches', () => {
  const edges = Array.from({ length: 10_000 }, (_, i) => edgeTo(idFrom([i])!));
  const pieces = check(edges, 1000);
  const ids = pieces.flat().map(({ other }) => other);
  expect(ids).toEqual([...ids].sort());
  expect(pieces.length).toBeLessThan(20);
});

test.each<[what: string, idOf: (i: number) => string]>([
  ['a long prefix in common', i => `some/long/prefix/${String(i).padStart(6, '0')}`],
  ['an id that is a prefix of others', i => 'a'.repeat(1 + (i % 40)) + String(i)],
  ['all but one in one bucket', i => (i === 0 ? '\u00ff' : `\0\0${String(i).padStart(6, '0')}`)],
  ['an empty one', i => (i === 0 ? '' : String(i))],
])('puts every edge into one batch: ids with %s', (_, idOf) => {
  check(
    Array.from({ length: 5_000 }, (_, i) => edgeTo(idOf(i) as NodeId)),
    512,
  );
});

test('handles several edges to one node, few edges, and no edges', () => {
  const random = new SeededRandom(7);
  check(
    Array.from({ length: 3_000 }, (_, i) => edgeTo(idFrom([random.below(20)])!, `L${i}`)),
    256,
  );
  expect(check([edgeTo(idFrom(['x'])!)], 256)).toHaveLength(1);
  expect(check([], 256)).toEqual([]);
});
