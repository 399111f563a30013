import { schemaLayout, type DrawnConnection } from './schema-layout.js';

const CONNECTIONS = [
  { from: 'Process', type: 'parent', to: 'Process' },
  { from: 'Process', type: 'opened', to: 'File' },
  { from: 'Process', type: 'wrote', to: 'File' },
  { from: 'File', type: 'on', to: 'Process' },
  { from: 'User', type: 'started', to: 'Process' },
];

test('labels and connections have positions of their own within the drawing', () => {
  const { left, top, width, height, labels, connections } = schemaLayout(CONNECTIONS);
  expect(labels.map(({ name }) => name).sort()).toEqual(['File', 'Process', 'User']);
  expect(connections).toHaveLength(CONNECTIONS.length);
  const points = [...labels, ...connections];
  expect(new Set(points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(points.length);
  for (const { x, y } of points) {
    expect([x > left, x < left + width, y > top, y < top + height]).toEqual([true, true, true, true]);
  }
});

test('an arrow ends at the border of its label; a connection of a label to itself has no curve', () => {
  const { labels, connections } = schemaLayout(CONNECTIONS);
  const found = (type: string): DrawnConnection => connections.find(each => each.type === type)!;
  expect(found('parent').curve).toBeUndefined();
  const [x, y] = /^M(\S+) (\S+?)L/.exec(found('opened').curve!.arrow)!.slice(1).map(Number);
  const file = labels.find(({ name }) => name === 'File')!;
  expect(Math.abs(x! - file.x) <= 75 && Math.abs(y! - file.y) <= 17).toBe(false);
  expect(Math.hypot(x! - file.x, y! - file.y)).toBeLessThan(90);
});

test('nothing is drawn without connections', () =>
  expect(schemaLayout([])).toMatchObject({ labels: [], connections: [] }));
