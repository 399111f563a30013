/** Atomic read-and-write operations on one property, on nodes of a worker, such as `incrementCounter`. */
import type { NodeOperation } from '@weir/cypher';
import {
  errorTypeName,
  Float,
  float,
  integer,
  isFloat,
  isInteger,
  type NodeId,
  structurallyEqual,
  type Value,
} from '@weir/model';
import { isPromise, type MaybePromise, WeirError } from '@weir/platform';
import type { Origin } from '@weir/standing';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

export class NodeOperations {
  constructor(
    private readonly shards: WorkerShards,
    private readonly dispatch: StandingDispatch,
  ) {}

  /**
   * @param readAt when the record that causes the operations was read; 0 if unknown.
   * @returns the new values (not yet durable), synchronously if every node is awake.
   */
  operate(
    ids: readonly NodeId[],
    operations: readonly NodeOperation[],
    origin: Origin | undefined,
    readAt: number,
  ): MaybePromise<Value[]> {
    const outcome = this.operateOnEach(ids, operations, origin, readAt);
    if (isPromise(outcome)) return outcome.finally(() => this.dispatch.finishMessage());
    this.dispatch.finishMessage();
    return outcome;
  }

  private operateOnEach(
    ids: readonly NodeId[],
    operations: readonly NodeOperation[],
    origin: Origin | undefined,
    readAt: number,
  ): MaybePromise<Value[]> {
    const answers = new Array<Value>(ids.length);
    const waits: Promise<void>[] = [];
    const unit = this.dispatch.beginUnit();
    for (let i = 0; i < ids.length; i++) {
      const shard = this.shards.of(ids[i]!);
      const wait = shard.touch(ids[i]!).whenAwake(actor => {
        const listener = this.dispatch.listen(actor, shard.journal, origin, unit, readAt);
        answers[i] = operateOn(actor, operations[i]!, listener);
      });
      if (wait !== undefined) waits.push(wait);
    }
    return waits.length === 0 ? answers : Promise.all(waits).then(() => answers);
  }
}

function operateOn(actor: NodeActor, operation: NodeOperation, listener: NodeListener): Value {
  const stored = actor.property(operation.key);
  const result = resultOf(operation, stored);
  actor.setProperty(operation.key, result, listener);
  return result;
}

function resultOf(operation: NodeOperation, stored: Value | undefined): Value {
  switch (operation.kind) {
    case 'add-integer': {
      if (stored === undefined) return operation.amount;
      if (!isInteger(stored)) throw wrongStoredType('Integer', stored, operation.caller);
      const sum = integer(BigInt(stored) + BigInt(operation.amount));
      if (sum === undefined) {
        throw new WeirError(
          'cypher.arithmetic',
          `Arithmetic long overflow with operands ${stored}, ${operation.amount}`,
        );
      }
      return sum;
    }
    case 'add-float': {
      if (stored === undefined) return operation.amount;
      if (!isFloat(stored)) throw wrongStoredType('Floating', stored, operation.caller);
      return float(plain(stored) + plain(operation.amount));
    }
    case 'insert': {
      if (stored !== undefined && !Array.isArray(stored)) {
        throw wrongStoredType('List(Anything)', stored, operation.caller);
      }
      const list: Value[] = stored === undefined ? [] : [...(stored as readonly Value[])];
      for (const element of operation.elements) {
        if (!list.some(each => structurallyEqual(each, element))) list.push(element);
      }
      return list;
    }
  }
}

function plain(value: Value): number {
  return value instanceof Float ? value.value : Number(value);
}

function wrongStoredType(expected: string, stored: Value, caller: string): WeirError {
  return new WeirError(
    'cypher.type-mismatch',
    `Expected type(s) ${expected} but got value of type ${errorTypeName(stored)} in Property accessed by ${caller} procedure`,
  );
}
