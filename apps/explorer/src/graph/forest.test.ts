import { elementsOf } from './elements.js';
import { forestIn } from './forest.js';

function graph(...edges: string[]) {
  const named = edges.map(each => each.split(' ') as [string, string, string]);
  const ids = [...new Set(named.flatMap(([from, , to]) => [from, to]))];
  return elementsOf([
    ids.map(id => ({ id, labels: [], properties: {} })),
    named.map(([start, name, end]) => ({ start, end, name, properties: {} })),
  ]);
}

const TREE = ['a of r', 'b of r', 'c of a', 'd of a'];

test('finds parents whichever way the edges point', () => {
  const up = forestIn(graph(...TREE));
  expect(up?.depth).toBe(2);
  expect(Object.fromEntries(up!.parents)).toEqual({ a: 'r', b: 'r', c: 'a', d: 'a' });
  const down = forestIn(graph('r to a', 'r to b', 'a to c'));
  expect(Object.fromEntries(down!.parents)).toEqual({ a: 'r', b: 'r', c: 'a' });
});

test('allows a few other edges', () => expect(forestIn(graph(...TREE, 'c seen d'))?.depth).toBe(2));

test('allows a node with edges to many others', () => {
  const summary = ['all has r', 'all has a', 'all has b', 'all has c'];
  const forest = forestIn(graph(...TREE, 'e of d', ...summary));
  expect(forest?.depth).toBe(3);
  expect(forest!.parents.has('all')).toBe(false);
});

test.each([
  ['a cycle', ['a of b', 'b of c', 'c of a']],
  ['two parents both ways', ['a of b', 'a of c', 'd of c', 'd of b']],
  ['edges of several types', ['a of b', 'b in c', 'c at d']],
  ['a part of the nodes', ['a of b', 'b of c', 'd in e', 'e in f']],
  ['a loop', ['a of a']],
  ['no edge', []],
])('does not take %s for a forest', (_name, edges) => expect(forestIn(graph(...edges))).toBeUndefined());
