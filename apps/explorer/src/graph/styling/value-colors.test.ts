import { COLORS } from './colors.js';
import { valueColorsOf } from './value-colors.js';

const RULE = { predicate: { propertyKeys: [], knownValues: {} }, colorBy: { key: 'k' } };
const nodes = (values: readonly unknown[]) =>
  values.map((k, i) => ({ id: String(i), labels: [], properties: { k } }));
const names = Array.from({ length: COLORS.length }, (_, i) => `value ${i}`);

test('as many values as there are colors have different colors, and keep them when others are added', () => {
  const colors = valueColorsOf(nodes(names), [RULE]).get('k')!;
  expect(new Set(colors.values()).size).toBe(COLORS.length);
  const more = valueColorsOf(nodes([...names, 'one more']), [RULE]).get('k')!;
  for (const name of names) expect(more.get(name)).toBe(colors.get(name));
  expect(COLORS).toContain(more.get('one more'));
});

test('assigns no colors to numbers and missing values', () =>
  expect(valueColorsOf(nodes([1, null, undefined]), [RULE]).get('k')!.size).toBe(0));
