/** A kind of store for the graph. */
import type { Environment } from '@weir/platform';
import type { PersistorFactory } from '@weir/persistor';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';

export interface StoreKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in the configuration: `store.type: acme.bounded`. */
  readonly type: ExtensionType;
  readonly description: string;
  /** The configuration below `store`, in addition to `type`: `store.limit` is the field `limit`. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /** Whether acknowledged data survives the end of the process. */
  readonly durable: boolean;
  /**
   * Called in each thread that hosts shards, and once for data that belongs to no shard.
   * @throws WeirError `store.failed`, `config.invalid`.
   */
  open(definition: Checked<F>, environment: Environment): PersistorFactory | Promise<PersistorFactory>;
}

/** Checks the types of a kind of store. */
export function defineStore<F extends Fields>(kind: StoreKind<F>): StoreKind<F> {
  return kind;
}
