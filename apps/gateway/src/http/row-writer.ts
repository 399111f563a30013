/**
 * Writes the rows of a query to a response as they come. The first part is held back, so that most failures
 * still get a status of their own; a client that reads slowly slows the query.
 */
import type { Row } from '@weir/cypher';
import { queryJson } from '@weir/model';
import type { QueryAnswer } from '../services/cypher-queries.js';
import type { Response } from 'express';

/** Characters that wait before the status is settled. */
const HELD_BACK = 1 << 20;
/** Characters of one write after that. */
const CHUNK = 1 << 16;

export interface RowShape {
  readonly start: string;
  readonly end: string;
  /** What a row contributes: JSON texts, each of which becomes one item of the array. May throw `cypher.*`. */
  readonly items: (row: Row) => readonly string[];
}

/** Rejects with the query's error; if part of the answer is out by then, the connection has to be broken off. */
export async function writeRows(answer: QueryAnswer, shape: RowShape, response: Response): Promise<void> {
  let text = shape.start;
  let isFirst = true;
  let limit = HELD_BACK;
  response.status(200).type('application/json');
  for await (const rows of answer.batches()) {
    for (const row of rows) {
      for (const item of shape.items(row)) {
        text += isFirst ? item : ',' + item;
        isFirst = false;
      }
    }
    if (text.length < limit) continue;
    if (response.closed) return;
    if (!response.write(text)) await drained(response);
    text = '';
    limit = CHUNK;
  }
  response.end(text + shape.end);
}

function drained(response: Response): Promise<void> {
  return new Promise(resolve => {
    const finish = (): void => {
      response.off('drain', finish);
      response.off('close', finish);
      resolve();
    };
    response.once('drain', finish);
    response.once('close', finish);
  });
}

/** Columns, and rows each as an array of values. */
export function tableShape({ columns }: QueryAnswer): RowShape {
  return {
    start: `{"columns":${JSON.stringify(columns)},"results":[`,
    end: ']}',
    items: row => [queryJson(row)],
  };
}
