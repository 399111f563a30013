import { elementsOf } from './elements.js';
import { edgesAsCsv, nodesAsCsv, svgOf } from './exports.js';

const canvas = elementsOf([
  [
    { id: 'a', labels: ['Q', 'P'], properties: { name: '=1+1', age: 3 } },
    { id: 'b', labels: [], properties: { id: 'own' } },
    { start: 'a', end: 'b', name: 'knows', properties: { since: 2020 } },
  ],
]);

test('writes nodes as lines with a column per property, distinguished from other columns of the same name', () =>
  expect(nodesAsCsv(canvas)).toBe("id,labels,age,id_2,name\r\na,P:Q,3,,'=1+1\r\nb,,,own,\r\n"));

test('writes edges as lines', () =>
  expect(edgesAsCsv(canvas)).toBe('from,type,to,since\r\na,knows,b,2020\r\n'));

const COLORS = { text: 'a', edge: 'b', background: 'c', soft: 'gray' };

test('SVG: text of a record stays text', () => {
  const strange = elementsOf([[{ id: 'a', labels: [], properties: { '"': '<b>&' } }]]);
  const drawn = new Map([['a', { x: 0, y: 0, size: 5, color: 'red', label: '<script>' }]]);
  const svg = svgOf(strange, drawn, () => 0, COLORS);
  expect(svg).not.toMatch(/<script|<b>/);
  expect(svg).toContain('&#60;script&#62;');
});

test.each([
  [0, /d="M0 0Q50 0 90 0"/],
  // It meets the other node at an angle.
  [0.5, /d="M0 0Q50 -50 92\.9\d* -7\.0\d*"/],
])('SVG: bends an edge by %d, as on the canvas', (curvature, path) => {
  const styles = { size: 8, color: 'red', label: '' };
  const drawn = new Map([
    ['a', { x: 0, y: 0, ...styles }],
    ['b', { x: 100, y: 0, ...styles }],
  ]);
  expect(svgOf(canvas, drawn, () => curvature, COLORS)).toMatch(path);
});

test('SVG: nests edges from a node to itself, inside the picture', () => {
  const loops = elementsOf([
    [
      { id: 'a', labels: [], properties: {} },
      { start: 'a', end: 'a', name: 'calls', properties: {} },
      { start: 'a', end: 'a', name: 'repeats', properties: {} },
    ],
  ]);
  const svg = svgOf(
    loops,
    new Map([['a', { x: 0, y: 0, size: 8, color: 'red', label: '' }]]),
    () => 0,
    COLORS,
  );
  const radii = [...svg.matchAll(/d="M[-\d.]+ [-\d.]+A(\d+) \1 0 1 1 /g)].map(([, radius]) => Number(radius));
  expect(radii).toEqual([10, 20]);
  expect(svg).toContain('viewBox="-60 -104 ');
});
