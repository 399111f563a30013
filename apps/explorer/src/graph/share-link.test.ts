import { readBeside, readFragment } from '../shell/address.js';
import { linkTo, linkToNodes, readBubbles } from './share-link.js';

const cluster = (id: string, name: string, ...nodeIds: string[]) => [id, { id, name, nodeIds }] as const;

test('a link contains the parameters of its query, and text in the query is not mistaken for them', () => {
  const query = 'MATCH (n) WHERE n.a = "&parameters=1" AND n.b = $b RETURN n';
  const parameters = '{"b": "&100%"}';
  const { hash } = new URL(linkTo({ query, parameters, atTime: undefined, layout: 'force' }, 'http://h/'));
  expect([readFragment(hash), readBeside(hash, 'parameters')]).toEqual([query, parameters]);
  const without = new URL(linkTo({ query, parameters: '{ }', atTime: 1, layout: 'force' }, 'http://h/'));
  expect(readBeside(without.hash, 'parameters')).toBeUndefined();
  // A plain query is read as one, whatever it contains.
  expect(readBeside('#RETURN 1 AS a&parameters=2', 'parameters')).toBeUndefined();
});

test('a link to nodes contains their bubbles, also nested ones', () => {
  const clusters = new Map([cluster('x', 'outer', 'y', 'c'), cluster('y', 'inner', 'a', 'b')]);
  const { hash } = new URL(linkToNodes(['a', 'b', 'c'], { layout: 'force', clusters }, 'http://h/'));
  expect([...readBubbles(readBeside(hash, 'bubbles')!).values()]).toEqual([
    { id: 'cluster 1', name: 'inner', nodeIds: ['a', 'b'] },
    { id: 'cluster 2', name: 'outer', nodeIds: ['cluster 1', 'c'] },
  ]);
});

test.each(['', 'no', '1', '[1]', 'null'])('%j describes no bubbles', text =>
  expect(readBubbles(text).size).toBe(0),
);
