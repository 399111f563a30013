/** Results of subqueries inside expressions, per row: requested individually, computed for a whole batch. */
import { whenReady } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../compiled-query.js';

export class SubqueryMemo {
  private readonly known = new WeakMap<Row, Map<string, Value>>();
  private rows: Row[] = [];
  private copies: Row[] = [];
  private keys: string[] = [];

  /** @param evaluate returns one value per row; it may change the rows. */
  constructor(private readonly evaluate: (rows: Row[]) => MaybePromise<readonly Value[]>) {}

  get isWaiting(): boolean {
    return this.rows.length > 0;
  }

  get(row: Row, key: string): Value | undefined {
    return this.known.get(row)?.get(key);
  }

  want(row: Row, key: string): void {
    this.rows.push(row);
    this.copies.push(row.slice());
    this.keys.push(key);
  }

  run(): MaybePromise<void> {
    const { rows, copies, keys } = this;
    // A nested fetch may have done it already.
    if (rows.length === 0) return undefined;
    this.rows = [];
    this.copies = [];
    this.keys = [];
    return whenReady(this.evaluate(copies), values => {
      values.forEach((value, i) => {
        const row = rows[i]!;
        let byKey = this.known.get(row);
        if (byKey === undefined) this.known.set(row, (byKey = new Map()));
        byKey.set(keys[i]!, value);
      });
    });
  }
}
