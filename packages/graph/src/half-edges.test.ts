import { Direction, type NodeId } from '@weir/model';
import { HalfEdges } from './half-edges.js';
import { SeededRandom } from './testing/seeded-random.js';

const LABELS = ['a', 'ab', 'b'];
const DIRECTIONS = [Direction.Outgoing, Direction.Incoming] as const;

/** The same, without any idea: a list of triples. */
class NaiveEdges {
  readonly edges: { label: string; direction: Direction; other: NodeId }[] = [];

  indexOf(label: string, direction: Direction, other: NodeId): number {
    return this.edges.findIndex(e => e.label === label && e.direction === direction && e.other === other);
  }

  matching(label: string | undefined, direction: Direction | undefined): NodeId[] {
    return this.edges
      .filter(e => (label === undefined || e.label === label) && (direction === undefined || e.direction === direction))
      .map(e => e.other);
  }
}

describe('half edges', () => {
  test.each([
    { nodes: 4, steps: 60 },
    { nodes: 40, steps: 400 },
  ])('behave as a plain list with $nodes neighbours', ({ nodes, steps }) => {
    const seed = Number(process.env.WEIR_SEED ?? 7);
    const random = new SeededRandom(seed);
    const edges = new HalfEdges();
    const naive = new NaiveEdges();
    for (let step = 0; step < steps; step++) {
      const label = random.pick(LABELS);
      const direction = random.pick(DIRECTIONS);
      const other = `n${random.below(nodes)}` as NodeId;
      const known = naive.indexOf(label, direction, other);
      if (random.chance(0.7)) {
        expect(edges.add(label, direction, other)).toBe(known < 0);
        if (known < 0) naive.edges.push({ label, direction, other });
      } else {
        expect(edges.remove(label, direction, other)).toBe(known >= 0);
        if (known >= 0) naive.edges.splice(known, 1);
      }
      expect(edges.size).toBe(naive.edges.length);
      for (const l of [undefined, ...LABELS]) {
        for (const d of [undefined, ...DIRECTIONS]) {
          expect(edges.count(l, d)).toBe(naive.matching(l, d).length);
          expect([...edges.neighbours(l, d)].sort()).toEqual(naive.matching(l, d).sort());
        }
      }
    }
    const sorted = (list: readonly { label: string; direction: Direction; other: NodeId }[]): string[] =>
      list.map(e => `${e.label} ${e.direction} ${e.other}`).sort();
    expect(sorted(edges.all())).toEqual(sorted(naive.edges));
  });

  test('pages cover every edge once, newest first', () => {
    const edges = new HalfEdges();
    const others = Array.from({ length: 50 }, (_, i) => `n${i}` as NodeId);
    for (const other of others) edges.add('x', Direction.Outgoing, other);
    edges.remove('x', Direction.Outgoing, others[10]!);
    const page = (offset: number): NodeId[] =>
      edges
        .select({ direction: Direction.Outgoing, labels: ['x'], other: undefined, limit: 7, offset })
        .map(edge => edge.other);
    const read: NodeId[] = [];
    for (let offset = 0; offset < 49; offset += 7) read.push(...page(offset));
    expect(read).toEqual(others.filter((_, i) => i !== 10).reverse());
    expect(page(49)).toEqual([]);
  });

  test('an edge to a given node is found without reading the others', () => {
    const edges = new HalfEdges();
    for (let i = 0; i < 100; i++) edges.add('x', Direction.Incoming, `n${i}` as NodeId);
    const found = edges.select({
      direction: undefined,
      labels: undefined,
      other: 'n3' as NodeId,
      limit: 10,
      offset: 0,
    });
    expect(found).toEqual([{ label: 'x', direction: Direction.Incoming, other: 'n3' }]);
  });
});
