/** Encodes query rows for a response. Loaded by the workers, which create the text. */
import type { RowEncoder, RowEncoderFactory } from '@weir/contract';
import { cypherError, type Row } from '@weir/cypher';
import { leanQueryJson, queryJson } from '@weir/model';
import { entityHash } from './entity-hash.js';
import { gremlinJson } from './gremlin-json.js';
import { type JsonWriter, uiEdgesOf, uiNodesOf } from './ui-values.js';

const SHAPES = {
  /** Each row as an array. */
  table: (row: Row, json: JsonWriter) => [json(row)],
  /** For Gremlin: one value. */
  values: ([value]: Row) => [gremlinJson(value!)],
  nodes: uiNodesOf,
  edges: uiEdgesOf,
  /** For one node or edge. */
  hash: ([entity]: Row) => [String(entityHash(entity!))],
} as const satisfies Readonly<Record<string, (row: Row, json: JsonWriter) => readonly string[]>>;

export type AnswerShape = keyof typeof SHAPES;

export interface RowEncoderOptions {
  readonly shape: AnswerShape;
  /** Maximum characters of an item; a larger one ends the query. */
  readonly largestItem: number;
  /** Leaves out null entries of maps and nodes. Default false. */
  readonly omitsNulls?: boolean;
}

export const rowEncoder: RowEncoderFactory = options => {
  const { shape, largestItem, omitsNulls } = options as unknown as RowEncoderOptions;
  const json = omitsNulls === true ? leanQueryJson : queryJson;
  const itemsOf: RowEncoder = row => SHAPES[shape](row, json);
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
    // Exceeds the maximum length of a string.
    if (error instanceof RangeError) throw tooLarge(largestItem);
    throw error;
  }
}

function tooLarge(largest: number): Error {
  return cypherError(
    'cypher.runtime',
    `A row of the result has more than ${largest} characters, the limit set by cypher.limits.row-length`,
  );
}
