import { isPromise } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { runtimeFailure } from '../../operations/runtime-errors.js';
import { drain } from '../operator.js';
import type { Operator } from '../operator.js';

/** Returns the number of rows in a SKIP or LIMIT. */
export function rowCount(value: Value, clause: 'SKIP' | 'LIMIT'): number {
  const count = typeof value === 'bigint' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isSafeInteger(count)) {
    throw runtimeFailure('cypher.syntax', `${clause} needs a non-negative integer`, 'InvalidArgumentType');
  }
  if (count < 0) {
    throw runtimeFailure(
      'cypher.syntax',
      `${clause} needs a non-negative integer, not ${count}`,
      'NegativeIntegerArgument',
    );
  }
  return count;
}

/** Passes the first rows of each partition, or all but the first. */
export class SkipLimit implements Operator {
  private readonly passed = new Map<Value, number>();
  private full = 0;

  constructor(
    private readonly source: Operator,
    private readonly partition: number,
    private readonly skip: number,
    private readonly limit: number,
    private readonly partitions: number,
    /** The source writes: it must run to its end even after the last row needed. */
    private readonly exhaust: boolean,
  ) {
    if (limit === 0) this.full = partitions;
  }

  get isOver(): boolean {
    return (this.full >= this.partitions && !this.exhaust) || this.source.isOver === true;
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.full >= this.partitions) return this.end();
      const batch = this.source.next();
      if (isPromise(batch)) return this.resume(batch);
      if (batch === undefined) return undefined;
      const rows = batch.filter(row => this.passes(row));
      if (rows.length > 0) return rows;
    }
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(first: Promise<Row[] | undefined>): Promise<Row[] | undefined> {
    let batch = await first;
    for (;;) {
      if (batch === undefined) return undefined;
      const rows = batch.filter(row => this.passes(row));
      if (rows.length > 0) return rows;
      if (this.full >= this.partitions) return this.end();
      batch = await this.source.next();
    }
  }

  close(): void {
    this.source.close();
  }

  private passes(row: Row): boolean {
    const partition = row[this.partition]!;
    const count = (this.passed.get(partition) ?? 0) + 1;
    this.passed.set(partition, count);
    const last = this.skip + this.limit;
    if (count === last) this.full++;
    return count > this.skip && count <= last;
  }

  private end(): MaybePromise<undefined> {
    if (this.exhaust) {
      const done = drain(this.source, () => undefined);
      if (isPromise(done)) return done.then(() => undefined);
      return undefined;
    }
    this.source.close();
    return undefined;
  }
}
