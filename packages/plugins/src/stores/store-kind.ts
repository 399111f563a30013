/** A kind of store: where the graph is kept. */
import type { Environment } from '@weir/model';
import type { PersistorFactory } from '@weir/persistor';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';

export interface StoreKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in the configuration: `store.type: acme.bounded`. */
  readonly type: ExtensionType;
  readonly description: string;
  /** What the configuration has below `store`, beside `type`: `store.limit` is the field `limit`. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /** What was acknowledged is there after the process has ended. */
  readonly durable: boolean;
  /**
   * Called in each thread that hosts shards, and once for what belongs to no shard.
   * @throws WeirError `store.failed`, `config.invalid`.
   */
  open(definition: Checked<F>, environment: Environment): PersistorFactory | Promise<PersistorFactory>;
}

/** Checks the types of a kind of store. */
export function defineStore<F extends Fields>(kind: StoreKind<F>): StoreKind<F> {
  return kind;
}
