/** Colors of labels, types and values for which no style names one. */

/** Distinguishable for most people, and visible on white and black. */
export const COLORS = [
  '#2a78b8',
  '#1d9a8a',
  '#c9782b',
  '#8a5fc7',
  '#b8487f',
  '#5b8c2a',
  '#6b7684',
  '#a8893a',
];

export function colorOfType(type: string): string {
  if (type === '') return '#8b95a1';
  let hash = 0;
  for (const character of type) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return COLORS[hash % COLORS.length]!;
}
