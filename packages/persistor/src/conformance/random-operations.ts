/**
 * Compares any sequence of operations with a plain model: awaited and concurrent writes, snapshots that are added or
 * that replace, folding, results, purges, metadata, marks, cuts that are read much later, reopenings, and reads of
 * every type and time in between. A failure prints its seed, for WEIR_TEST_STORE_SEED; WEIR_TEST_STORE_RUNS sets the
 * number of runs.
 */
import { fc } from '@weir/platform/testing/properties';
import type { EventTime, NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import type { JournalEntry, NodeSnapshot, Persistor, WriteMark } from '../persistor.js';
import type { StoreCut } from '../store-cut.js';
import { linesOf } from './cuts.js';
import { StoreModel } from './store-model.js';
import { allIds, id, recentIds, resultsOf, show, snapshot, type WithStore } from './store-under-test.js';

/** Ids of the default length, and others. */
const IDS = [
  ...['0123456789abcdef', '0123456789abcdeg', '\xff'.repeat(16)],
  ...['', 'a', 'b', 'ab', '\xff'],
].map(id);
const QUERIES = [0, 7, 2 ** 32 - 1];
const KEYS = ['key', 'other', 'schlüssel'];
const { seed: SEED, cases: RUNS } = randomTest('stores');
const MILLIS_PER_RUN = 1_000;

const oneId = fc.constantFrom(...IDS);
const oneQuery = fc.constantFrom(...QUERIES);
/** A moment of the run, from its beginning (0) to now (1), or slightly later. */
const moment = fc.double({ min: 0, max: 1.1, noNaN: true });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      changes: fc.array(fc.tuple(oneId, fc.constantFrom('entry', 'snapshot', 'both')), { maxLength: 8 }),
      results: fc.array(oneQuery, { maxLength: 3 }),
      replaces: fc.boolean(),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fold' as const), ids: fc.uniqueArray(oneId), until: moment }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), id: oneId }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deleteResults' as const), query: oneQuery, upTo: moment }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('metadata' as const),
      key: fc.constantFrom(...KEYS),
      value: fc.option(fc.string({ maxLength: 5 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('mark', 'forget', 'cut', 'reopen') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('readAll' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('read' as const), id: oneId, query: oneQuery, at: moment }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export function testRandomOperations(withStore: WithStore): void {
  const random = { numRuns: RUNS, seed: SEED };
  const agrees = () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), steps =>
        withStore(async (store, reopen) => {
          const run = new Run(store, reopen);
          for (const each of steps) await run.take(each);
          await run.end();
        }),
      ),
      random,
    );
  test('any sequence of operations agrees with a simple model', agrees, 60_000 + RUNS * MILLIS_PER_RUN);
}

class Run {
  private readonly model: StoreModel;
  private time: EventTime = 0;
  private pending: Promise<void>[] = [];
  private mark: { readonly store: WriteMark; readonly model: number } | undefined;
  private cuts: { readonly cut: StoreCut; readonly lines: string[] }[] = [];

  constructor(
    private store: Persistor,
    private readonly reopen: () => Promise<Persistor>,
  ) {
    this.model = new StoreModel(store.supports);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'write':
        return this.write(step);
      case 'fold':
        return this.fold(step.ids, Math.min(this.time, this.timeAt(step.until)));
      case 'purge':
        this.model.purge(step.id);
        return this.store.purgeNode(step.id);
      case 'deleteResults':
        this.model.deleteResults(step.query, this.timeAt(step.upTo));
        return this.store.deleteResults(step.query, this.timeAt(step.upTo));
      case 'metadata':
        return this.metadata(step.key, step.value);
      case 'read':
        return this.read(step.id, step.query, this.timeAt(step.at));
      case 'readAll':
        return this.readAll();
      case 'mark':
        await this.acknowledged();
        this.mark = { store: this.store.markWrites(), model: this.model.mark() };
        return;
      case 'forget':
        return this.forget();
      case 'cut':
        return this.cut();
      case 'reopen':
        return this.startAgain();
    }
  }

  /** Compares the whole store with the whole model. */
  async end(): Promise<void> {
    await this.acknowledged();
    await this.compareCuts();
    const { model, store } = this;
    for (const each of IDS) await this.read(each, QUERIES[0]!, this.time);
    await this.readAll();
    for (const query of QUERIES) await this.read(IDS[0]!, query, 0);
    expect((await allIds(store)).sort()).toEqual(model.ids());
    const scanned: string[] = [];
    for await (const batch of store.scanNodes()) {
      for (const node of batch) {
        scanned.push(node.id);
        expect(show(node.stored)).toEqual(model.node(node.id, this.time));
      }
    }
    expect(scanned.sort()).toEqual(model.ids());
    expect([...(await store.listMetadata()).keys()].sort()).toEqual([...model.metadata.keys()].sort());
    expect([...(await recentIds(store))]).toEqual(expect.arrayContaining(model.recentIds()));
  }

  private timeAt(moment: number): EventTime {
    return Math.round(moment * this.time);
  }

  private async write(step: Extract<Step, { kind: 'write' }>): Promise<void> {
    const journal: JournalEntry[] = [];
    const snapshots = new Map<NodeId, NodeSnapshot>();
    for (const [node, kind] of step.changes) {
      const time = ++this.time;
      if (kind !== 'snapshot') journal.push({ id: node, time, bytes: Buffer.from(`e${time}`) });
      if (kind !== 'entry') snapshots.set(node, snapshot(node, time, `s${time}`));
    }
    const { supports } = this.store;
    const group = {
      journal,
      snapshots: supports.snapshots ? [...snapshots.values()] : [],
      replacesSnapshots: step.replaces,
      results: (supports.results ? step.results : []).map(query => {
        const sequence = ++this.time;
        return { query, sequence, bytes: Buffer.from(`r${sequence}`) };
      }),
    };
    this.model.write(group);
    this.pending.push(this.store.write(group));
    if (step.waits) await this.acknowledged();
  }

  /** Waits for every write; until then they are in flight while other operations run. */
  private async acknowledged(): Promise<void> {
    const { pending } = this;
    this.pending = [];
    await Promise.all(pending);
  }

  private async fold(ids: readonly NodeId[], time: EventTime): Promise<void> {
    if (!this.store.supports.snapshots) return;
    const folded = ids.map(each => snapshot(each, time, `f${time}`));
    for (const each of folded) this.model.fold(each.id, each.snapshot.time, each.snapshot.bytes);
    this.pending.push(this.store.foldHistory(folded));
  }

  private async metadata(key: string, value: string | null): Promise<void> {
    if (value === null) {
      this.model.metadata.delete(key);
      await this.store.deleteMetadata(key);
    } else {
      this.model.metadata.set(key, value);
      await this.store.putMetadata(key, Buffer.from(value));
    }
    const stored = await this.store.getMetadata(key);
    expect(stored === undefined ? null : Buffer.from(stored).toString()).toBe(value);
  }

  private async read(node: NodeId, query: number, at: EventTime): Promise<void> {
    const { model, store } = this;
    expect(show(await store.readNode(node))).toEqual(model.node(node, this.time));
    if (store.supports.history) {
      expect(show(await store.readNode(node, at))).toEqual(model.node(node, at));
    }
    const journal = await store.readJournal(node, at);
    expect(show({ snapshot: undefined, journal })).toEqual(model.journal(node, at));
    const results = model.resultsOf(query, -1);
    expect(await resultsOf(store, query, at)).toEqual(model.resultsOf(query, at));
    const bounds = await store.resultBounds(query);
    expect(bounds && [bounds.first, bounds.last]).toEqual(
      results.length === 0 ? undefined : [results[0]!, results.at(-1)!].map(line => parseInt(line, 10)),
    );
  }

  private async readAll(): Promise<void> {
    const { model, store, time } = this;
    const read = await Promise.all(IDS.map(async each => show(await store.readNode(each))));
    expect(read).toEqual(IDS.map(each => model.node(each, time)));
  }

  private async forget(): Promise<void> {
    if (this.mark === undefined) return;
    this.model.forget(this.mark.model);
    await this.store.forgetRecent(this.mark.store);
    await this.acknowledged();
    expect([...(await recentIds(this.store))]).toEqual(expect.arrayContaining(this.model.recentIds()));
  }

  private async cut(): Promise<void> {
    await this.acknowledged();
    const hold = await this.store.holdWrites();
    this.cuts.push({ cut: hold.cut(), lines: this.model.lines() });
    hold.release();
  }

  private async compareCuts(): Promise<void> {
    const { cuts } = this;
    this.cuts = [];
    for (const { cut, lines } of cuts) {
      expect(await linesOf(cut)).toEqual(lines);
      await cut.close();
    }
  }

  private async startAgain(): Promise<void> {
    await this.compareCuts();
    this.store = await this.reopen();
    await this.acknowledged();
    // A mark is valid only for the store instance that created it.
    this.mark = undefined;
  }
}
