/**
 * A store that keeps nothing: for measuring the cost of storage, and for graphs that fit in memory and may be lost. A
 * node that is put to sleep is lost.
 */
import { type NodeId } from '@weir/model';
import { WeirError } from '@weir/platform';
import { BasePersistor } from '../base-persistor.js';
import type { PersistorFactory, RecentWrite, StoredEntry, StoredNode, StoredResults } from '../persistor.js';
import type { StoreCut, StoredItem, WriteHold } from '../store-cut.js';

const DONE = Promise.resolve();

const NOTHING: StoreCut = {
  async *items(): AsyncGenerator<readonly StoredItem[]> {
    return;
  },
  close: () => DONE,
};

export class EmptyPersistor extends BasePersistor {
  readonly supports = { durable: false, history: false, snapshots: false, results: false };

  constructor(partition: string) {
    super(`empty:${partition}`);
  }

  override get nodeCount(): number {
    return 0;
  }

  protected doWrite(): Promise<void> {
    return DONE;
  }

  protected doReadNode(): StoredNode | undefined {
    return undefined;
  }

  protected async doReadJournal(): Promise<readonly StoredEntry[]> {
    return [];
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    return;
  }

  protected async doPurgeNode(): Promise<void> {
    return;
  }

  protected async doFoldHistory(): Promise<void> {
    return;
  }

  protected doMarkWrites(): number {
    return 0;
  }

  protected async *doRecentWrites(): AsyncIterable<readonly RecentWrite[]> {
    return;
  }

  protected async doForgetRecent(): Promise<void> {
    return;
  }

  protected async *doReadResults(): AsyncIterable<readonly StoredResults[]> {
    return;
  }

  protected async doResultBounds(): Promise<undefined> {
    return undefined;
  }

  protected async doDeleteResults(): Promise<void> {
    return;
  }

  protected async doPutMetadata(): Promise<void> {
    return;
  }

  protected async doGetMetadata(): Promise<Uint8Array | undefined> {
    return undefined;
  }

  protected async doDeleteMetadata(): Promise<void> {
    return;
  }

  protected async doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    return new Map();
  }

  protected async doHoldWrites(): Promise<WriteHold> {
    return { cut: () => NOTHING, release: () => undefined };
  }

  protected async doClose(): Promise<void> {
    return;
  }

  protected toStoreError(thrown: unknown): WeirError {
    return WeirError.from(thrown);
  }
}

export class EmptyPersistorFactory implements PersistorFactory {
  readonly name = 'empty';

  async open(partition: string): Promise<EmptyPersistor> {
    return new EmptyPersistor(partition);
  }
}
