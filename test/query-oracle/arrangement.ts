/**
 * Possible orders of rows where the language leaves the order open. A query whose result differs between them is not
 * compared.
 */
import { PlainEdge, PlainNode, type PlainRow, type PlainValue } from './plain-elements.js';
import { SeededRandom } from '@weir/platform';
import { NotComparable } from './plain-value.js';

/** Maximum rows of a table; more only cost time. */
const MOST_ROWS = 500;

export type Arrange = (rows: readonly PlainRow[]) => readonly PlainRow[];

/** @param number 0: unchanged; 1: reversed; then alternately shuffled, and sorted by variables like nested loops. */
export function arrangementOf(number: number): Arrange {
  const random = new SeededRandom(number);
  return rows => {
    if (rows.length > MOST_ROWS) throw new NotComparable('too many rows');
    if (number === 0 || rows.length < 2) return rows;
    if (number === 1) return [...rows].reverse();
    return number % 2 === 0 ? shuffled(rows, random) : nested(rows, random);
  };
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [result[i], result[other]] = [result[other]!, result[i]!];
  }
  return result;
}

function nested(rows: readonly PlainRow[], random: SeededRandom): PlainRow[] {
  const loops = shuffled([...rows[0]!.keys()], random).map(name => {
    const values = shuffled([...new Set(rows.map(row => keyOf(row.get(name) ?? null)))], random);
    return { name, rank: new Map(values.map((value, i) => [value, i])) };
  });
  return [...rows].sort((a, b) => {
    for (const { name, rank } of loops) {
      const order = rank.get(keyOf(a.get(name) ?? null))! - rank.get(keyOf(b.get(name) ?? null))!;
      if (order !== 0) return order;
    }
    return 0;
  });
}

function keyOf(value: PlainValue): unknown {
  return value instanceof PlainNode || value instanceof PlainEdge || typeof value !== 'object'
    ? value
    : JSON.stringify(value);
}
