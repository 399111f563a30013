/** What rows of a query become in an answer. Loaded by the workers, which make the text. */
import type { RowEncoder, RowEncoderFactory } from '@weir/contract';
import { cypherError, type Row } from '@weir/cypher';
import { queryJson } from '@weir/model';
import { uiEdgesOf, uiNodesOf } from './ui-values.js';

const SHAPES = {
  /** Each row an array. */
  table: (row: Row) => [queryJson(row)],
  nodes: uiNodesOf,
  edges: uiEdgesOf,
} as const satisfies Readonly<Record<string, RowEncoder>>;

export type AnswerShape = keyof typeof SHAPES;

export const rowEncoder: RowEncoderFactory = options => {
  const { shape, largestItem } = options as unknown as { shape: AnswerShape; largestItem: number };
  const itemsOf: RowEncoder = SHAPES[shape];
  return row => {
    const items = textsOf(itemsOf, row, largestItem);
    for (const item of items) if (item.length > largestItem) throw tooLarge(largestItem);
    return items;
  };
};

function textsOf(itemsOf: RowEncoder, row: Row, largestItem: number): readonly string[] {
  try {
    return itemsOf(row);
  } catch (error) {
    // Larger than any text can be.
    if (error instanceof RangeError) throw tooLarge(largestItem);
    throw error;
  }
}

function tooLarge(largest: number): Error {
  return cypherError(
    'cypher.runtime',
    `A row of the answer has more than ${largest} characters, the limit set by cypher.limits.row-length`,
  );
}
