import { decode, Direction, encode, type NodeEvent, type NodeId, type ValueMap } from '@weir/model';
import { NodeCounts } from '../catalog/node-counts.js';
import { NodeActor } from './node-actor.js';
import type { NodeListener } from './node-behavior.js';
import { packGiven } from './property-bag.js';
import { SeededRandom } from '@weir/platform';

class Recording implements NodeListener {
  readonly events: NodeEvent[] = [];
  readonly changed: string[] = [];
  existence = 0;
  readonly watchesProperties = true;
  readonly journal = {
    counts: new NodeCounts(),
    append: (_node: unknown, event: NodeEvent): void => void this.events.push(event),
  };
  existenceChanged(): void {
    this.existence++;
  }
  propertyChanged(key: string): void {
    this.changed.push(`.${key}`);
  }
  labelChanged(label: string): void {
    this.changed.push(`:${label}`);
  }
  edgeAdded(label: string): void {
    this.changed.push(`+${label}`);
  }
  edgeRemoved(label: string): void {
    this.changed.push(`-${label}`);
  }
  edgePropertyChanged(label: string): void {
    this.changed.push(`=${label}`);
  }
}

const ME = 'me' as NodeId;
const YOU = 'you' as NodeId;

function describeNode(actor: NodeActor): unknown {
  const byName = (
    a: { edge: { label: string; other: string } },
    b: { edge: { label: string; other: string } },
  ): number => `${a.edge.label}${a.edge.other}`.localeCompare(`${b.edge.label}${b.edge.other}`);
  return {
    exists: actor.exists,
    properties: actor.shareProperties(),
    labels: actor.labelSet,
    edges: actor.allEdges().sort(byName),
  };
}

type Write = (actor: NodeActor, listener: NodeListener) => void;

const writes: readonly (readonly [name: string, write: Write, changed: readonly string[]])[] = [
  ['create', (a, l) => a.create(l), []],
  ['set a property', (a, l) => a.setProperty('k', 1, l), ['.k']],
  ['merge properties', (a, l) => a.mergeProperties({ k: [1, 2], j: null }, l), ['.k']],
  ['replace properties', (a, l) => a.replaceProperties({ k: { x: 1 } }, l), ['.k']],
  ['merge packed properties', (a, l) => a.mergeProperties(packGiven({ k: [1, 2] }), l), ['.k']],
  ['replace by packed properties', (a, l) => a.replaceProperties(packGiven({ k: { x: 1 } }), l), ['.k']],
  ['add labels', (a, l) => a.addLabels(['B', 'A'], l), [':B', ':A']],
  ['add an edge', (a, l) => a.addHalfEdge('e', Direction.Outgoing, YOU, l), ['+e']],
];

describe('a node', () => {
  test.each(writes)('%s: emits an event the first time and none the second', (_name, write, changed) => {
    const actor = new NodeActor(ME);
    const first = new Recording();
    write(actor, first);
    expect(first.events).toHaveLength(changed.length === 2 ? 2 : 1);
    expect(first.changed).toEqual(changed);
    expect(first.existence).toBe(1);
    expect(actor.exists).toBe(true);
    const second = new Recording();
    write(actor, second);
    expect(second.events).toEqual([]);
    expect(second.changed).toEqual([]);
  });

  test('values handed to a reader do not change when the node changes', () => {
    const actor = new NodeActor(ME);
    const given: ValueMap = { a: 1 };
    actor.replaceProperties(given, new Recording());
    const read = actor.shareProperties();
    actor.setProperty('a', 2, new Recording());
    actor.setProperty('b', 3, new Recording());
    expect(given).toEqual({ a: 1 });
    expect(read).toEqual({ a: 1 });
    expect(actor.shareProperties()).toEqual({ a: 2, b: 3 });
  });

  test('distinguishes an integer from a float of the same value', () => {
    const actor = new NodeActor(ME);
    actor.setProperty('n', 1, new Recording());
    const listener = new Recording();
    actor.setProperty('n', decode(encode(1)) as number, listener);
    expect(listener.events).toEqual([]);
  });

  test('treats __proto__ as an ordinary key', () => {
    const actor = new NodeActor(ME);
    actor.setProperty('a', 1, new Recording());
    actor.setProperty('__proto__', 2, new Recording());
    expect(actor.property('__proto__')).toBe(2);
    expect(actor.property('constructor')).toBeUndefined();
  });

  test('equals the fold of its journal after any writes', () => {
    const seed = Number(process.env.WEIR_TEST_SEED ?? 11);
    const random = new SeededRandom(seed);
    for (let run = 0; run < 50; run++) {
      const actor = new NodeActor(ME);
      const listener = new Recording();
      for (let step = 0; step < 30; step++) randomWrite(actor, listener, random);
      const restored = new NodeActor(ME);
      for (const event of decode(encode(listener.events)) as NodeEvent[]) restored.replay(event);
      expect({ run, seed, node: describeNode(restored) }).toEqual({ run, seed, node: describeNode(actor) });
    }
  });
});

function randomWrite(actor: NodeActor, listener: NodeListener, random: SeededRandom): void {
  const key = random.pick(['a', 'b', 'c']);
  const value = random.pick([null, 1, 2.5, 'x', [1], { y: true }]);
  const label = random.pick(['L', 'M']);
  const other = random.pick([ME, YOU, 'they' as NodeId]);
  const direction = random.pick([Direction.Outgoing, Direction.Incoming]);
  switch (random.below(10)) {
    case 0:
      return actor.create(listener);
    case 1:
    case 2:
      return actor.setProperty(key, value, listener);
    case 3:
      return actor.mergeProperties({ [key]: value, z: 1 }, listener);
    case 4:
      return actor.replaceProperties(packGiven({ [key]: value, w: 2.5 }), listener);
    case 5:
      return actor.addLabels([label], listener);
    case 6:
      return actor.removeLabels([label], listener);
    case 7:
      return actor.addHalfEdge(label, direction, other, listener);
    case 8:
      actor.removeHalfEdge(label, direction, other, listener);
      return actor.setEdgeProperty(label, direction, YOU, key, value, listener);
    case 9:
      return random.chance(0.2) ? actor.delete(listener) : undefined;
  }
}
