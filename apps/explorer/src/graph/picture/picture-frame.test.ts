import { placedEntries, type FrameEntry } from './picture-frame.js';

const dot = (text: string): FrameEntry => ({ text, shape: 'dot', colors: ['#000'] });
const wide = (text: string): number => text.length * 10;

test('places entries in rows that are not wider than the picture', () => {
  const { entries, height } = placedEntries([dot('aaaaa'), dot('bbbbb'), dot('ccccc')], 220, wide);
  expect(entries.map(({ x, y }) => [x, y])).toEqual([
    [20, 22],
    [114, 22],
    [20, 46],
  ]);
  expect(height).toBe(68);
});

test('a heading begins a row, and an entry that is wider than the picture has its own row', () => {
  const heading: FrameEntry = { text: 'h', shape: 'heading', colors: [] };
  const { entries } = placedEntries([dot('a'), heading, dot('b'.repeat(50)), dot('c')], 200, wide);
  expect(entries.map(({ y }) => y)).toEqual([22, 46, 70, 94]);
});

test('a legend without entries has no height', () =>
  expect(placedEntries([], 100, wide)).toEqual({ entries: [], height: 0 }));
