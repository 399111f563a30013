import { Direction, type NodeId } from '@weir/model';
import {
  allEdges,
  countEdges,
  edgesSize,
  type HalfEdges,
  hasEdge,
  neighborsOver,
  NO_EDGES,
  selectEdges,
  withEdge,
  withoutEdge,
} from './half-edges.js';
import { SeededRandom } from '@weir/platform';

const LABELS = ['a', 'ab', 'b'];
const DIRECTIONS = [Direction.Outgoing, Direction.Incoming] as const;

/** Naive reference implementation: a list of triples. */
class NaiveEdges {
  readonly edges: { label: string; direction: Direction; other: NodeId }[] = [];

  indexOf(label: string, direction: Direction, other: NodeId): number {
    return this.edges.findIndex(e => e.label === label && e.direction === direction && e.other === other);
  }

  matching(label: string | undefined, direction: Direction | undefined): NodeId[] {
    return this.edges
      .filter(
        e =>
          (label === undefined || e.label === label) &&
          (direction === undefined || e.direction === direction),
      )
      .map(e => e.other);
  }
}

function edgesTo(others: readonly NodeId[], direction: Direction): HalfEdges {
  return others.reduce<HalfEdges>((edges, other) => withEdge(edges, 'x', direction, other)!, NO_EDGES);
}

describe('half edges', () => {
  test.each([
    { nodes: 4, steps: 60 },
    { nodes: 40, steps: 400 },
  ])('behave as a plain list with $nodes neighbors', ({ nodes, steps }) => {
    const seed = Number(process.env.WEIR_TEST_SEED ?? 7);
    const random = new SeededRandom(seed);
    let edges: HalfEdges = NO_EDGES;
    const naive = new NaiveEdges();
    for (let step = 0; step < steps; step++) {
      const label = random.pick(LABELS);
      const direction = random.pick(DIRECTIONS);
      const other = `n${random.below(nodes)}` as NodeId;
      const known = naive.indexOf(label, direction, other);
      if (random.chance(0.7)) {
        const more = withEdge(edges, label, direction, other);
        expect(more !== undefined).toBe(known < 0);
        edges = more ?? edges;
        if (known < 0) naive.edges.push({ label, direction, other });
      } else {
        const less = withoutEdge(edges, label, direction, other);
        expect(less !== undefined).toBe(known >= 0);
        edges = less ?? edges;
        if (known >= 0) naive.edges.splice(known, 1);
      }
      expect(edgesSize(edges)).toBe(naive.edges.length);
      expect(hasEdge(edges, label, direction, other)).toBe(naive.indexOf(label, direction, other) >= 0);
      for (const l of [undefined, ...LABELS]) {
        for (const d of [undefined, ...DIRECTIONS]) {
          expect(countEdges(edges, l, d)).toBe(naive.matching(l, d).length);
          expect([...neighborsOver(edges, l, d)].sort()).toEqual(naive.matching(l, d).sort());
        }
      }
    }
    const sorted = (list: readonly { label: string; direction: Direction; other: NodeId }[]): string[] =>
      list.map(e => `${e.label} ${e.direction} ${e.other}`).sort();
    expect(sorted(allEdges(edges))).toEqual(sorted(naive.edges));
  });

  test('cover every edge once in pages, newest first', () => {
    const others = Array.from({ length: 50 }, (_, i) => `n${i}` as NodeId);
    const all = edgesTo(others, Direction.Outgoing);
    const edges = withoutEdge(all, 'x', Direction.Outgoing, others[10]!)!;
    const page = (offset: number): NodeId[] =>
      selectEdges(edges, {
        direction: Direction.Outgoing,
        labels: ['x'],
        other: undefined,
        limit: 7,
        offset,
      }).map(edge => edge.other);
    const read: NodeId[] = [];
    for (let offset = 0; offset < 49; offset += 7) read.push(...page(offset));
    expect(read).toEqual(others.filter((_, i) => i !== 10).reverse());
    expect(page(49)).toEqual([]);
  });

  test('finds an edge to a given node without reading the others', () => {
    const others = Array.from({ length: 100 }, (_, i) => `n${i}` as NodeId);
    const found = selectEdges(edgesTo(others, Direction.Incoming), {
      direction: undefined,
      labels: undefined,
      other: 'n3' as NodeId,
      limit: 10,
      offset: 0,
    });
    expect(found).toEqual([{ label: 'x', direction: Direction.Incoming, other: 'n3' }]);
  });
});
