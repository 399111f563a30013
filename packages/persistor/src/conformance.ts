/**
 * What every store must do, as a test suite: call it from a test file with a way to make the store's factory.
 * It catches lost, doubled and reordered entries, snapshots taken from the wrong time, ids that a scan or a
 * filter forgets, and groups that are torn apart; stores that say they are durable are closed and opened again
 * in the middle of it.
 */
import * as fc from 'fast-check';
import { nodeIdFromBytes, type EventTime, type NodeId } from '@weir/model';
import type { Persistor, PersistorFactory, StoredNode, WriteGroup } from './persistor.js';

/**
 * @param makeFactory the factory of a fresh, empty data directory.
 */
export function describePersistor(
  name: string,
  makeFactory: () => PersistorFactory | Promise<PersistorFactory>,
): void {
  const withStore = async (use: (store: Persistor, reopen: () => Promise<Persistor>) => Promise<void>) => {
    const factory = await makeFactory();
    let store = await factory.open('shard-0');
    const reopen = async () => {
      if (!store.supports.durable) return store;
      await store.close();
      store = await factory.open('shard-0');
      return store;
    };
    try {
      await use(store, reopen);
    } finally {
      await store.close();
    }
  };

  describe(`store ${name}`, () => {
    test('a node that was never written is undefined', () =>
      withStore(async store => {
        expect(await store.readNode(id('nobody'))).toBeUndefined();
        await store.write(entries([id('somebody'), 1, 'a']));
        expect(await store.readNode(id('nobody'))).toBeUndefined();
        expect(await store.readNode(id('some'))).toBeUndefined();
      }));

    test('entries come back in time order, of their node alone', () =>
      withStore(async (store, reopen) => {
        const a = id('a');
        await store.write(entries([a, 1, 'a1'], [id('ab'), 2, 'ab2'], [a, 255, 'a255']));
        await store.write(entries([a, 256, 'a256'], [id(''), 7, 'nameless'], [a, 2 ** 50, 'late']));
        for (const next of [() => Promise.resolve(store), reopen]) {
          const open = await next();
          expect(await journalOf(open, a)).toEqual(['1 a1', '255 a255', '256 a256', `${2 ** 50} late`]);
          expect(await journalOf(open, id('ab'))).toEqual(['2 ab2']);
          expect(await journalOf(open, id(''))).toEqual(['7 nameless']);
        }
      }));

    test('a read sees what was written before, acknowledged or not', () =>
      withStore(async store => {
        const writes = [1, 2, 3].map(time => store.write(entries([id('a'), time, 'x'])));
        expect(await journalOf(store, id('a'))).toEqual(['1 x', '2 x', '3 x']);
        await Promise.all(writes);
      }));

    test('the past: entries up to a time, that time included', () =>
      withStore(async store => {
        if (!store.supports.history) return;
        await store.write(entries([id('a'), 10, 'ten'], [id('a'), 20, 'twenty']));
        expect(await journalOf(store, id('a'), 19)).toEqual(['10 ten']);
        expect(await journalOf(store, id('a'), 20)).toEqual(['10 ten', '20 twenty']);
        expect(await journalOf(store, id('a'), 9)).toEqual([]);
      }));

    test('a snapshot stands for the entries up to its time', () =>
      withStore(async (store, reopen) => {
        if (!store.supports.snapshots) return;
        const a = id('a');
        await store.write(
          entries(...Array.from({ length: 300 }, (_, i) => [a, i + 1, `e${i + 1}`] as const)),
        );
        await store.write({ journal: [], snapshots: [snapshot(a, 100, 's100'), snapshot(a, 298, 's298')] });
        const open = await reopen();
        expect(show(await open.readNode(a))).toEqual(['298 s298', '299 e299', '300 e300']);
        expect(show(await open.readNode(a, 298))).toEqual(['298 s298']);
        expect(show(await open.readNode(a, 101))).toEqual(['100 s100', '101 e101']);
        expect(show(await open.readNode(a, 99))).toHaveLength(99);
        await open.write({ journal: [], snapshots: [snapshot(id('only'), 5, 'here')] });
        expect(show(await open.readNode(id('only')))).toEqual(['5 here']);
      }));

    test('a scan finds every id once', () =>
      withStore(async (store, reopen) => {
        const ids = Array.from({ length: 2500 }, (_, i) => id(`node ${i}`));
        ids.push(id(''), id('\xff\xff'), id('\0'), nodeIdFromBytes(Buffer.alloc(300, 0xff)));
        for (let time = 1; time <= 3; time++) {
          await store.write(entries(...ids.map(one => [one, time, 'x'] as const)));
        }
        await store.write(entries(...Array.from({ length: 2500 }, (_, i) => [id('long'), i, 'x'] as const)));
        const found = await allIds(await reopen());
        expect(found.sort()).toEqual([...ids, id('long')].sort());
      }));

    test('a purged node is gone, its neighbours in key order are not', () =>
      withStore(async (store, reopen) => {
        await store.write(
          entries([id('a'), 1, 'x'], [id('b'), 1, 'x'], [id('b\0'), 1, 'x'], [id('c'), 1, 'x']),
        );
        await store.purgeNode(id('b'));
        const open = await reopen();
        expect(await open.readNode(id('b'))).toBeUndefined();
        expect((await allIds(open)).sort()).toEqual(['a', 'b\0', 'c']);
      }));

    test('metadata', () =>
      withStore(async (store, reopen) => {
        await store.putMetadata('key', Buffer.from('one'));
        await store.putMetadata('key', Buffer.from('two'));
        await store.putMetadata('schlüssel', Buffer.alloc(0));
        await store.putMetadata('gone', Buffer.from('x'));
        await store.deleteMetadata('gone');
        await store.deleteMetadata('never there');
        const open = await reopen();
        expect(text(await open.getMetadata('key'))).toBe('two');
        expect(await open.getMetadata('gone')).toBeUndefined();
        expect([...(await open.listMetadata()).keys()].sort()).toEqual(['key', 'schlüssel']);
        expect(await allIds(open)).toEqual([]);
      }));

    test('bytes are the store’s own once the write is acknowledged', () =>
      withStore(async store => {
        const bytes = Buffer.from('mine');
        await store.write({ journal: [{ id: id('a'), time: 1, bytes }] });
        bytes.fill(0);
        expect(await journalOf(store, id('a'))).toEqual(['1 mine']);
      }));

    test('after close everything is refused, and closing again is not', () =>
      withStore(async store => {
        const pending = store.write(entries([id('a'), 1, 'x']));
        await store.close();
        await pending;
        await store.close();
        await expect(store.write(entries([id('a'), 2, 'x']))).rejects.toMatchObject({ code: 'graph.closed' });
        await expect(store.readNode(id('a'))).rejects.toMatchObject({ code: 'graph.closed' });
        await expect(store.getMetadata('a')).rejects.toMatchObject({ code: 'graph.closed' });
        await expect(allIds(store)).rejects.toMatchObject({ code: 'graph.closed' });
      }));

    test('an impossible time is refused and nothing of the group is written', () =>
      withStore(async store => {
        const group = entries([id('a'), 1, 'x'], [id('b'), 1.5, 'x']);
        await expect(store.write(group)).rejects.toMatchObject({ code: 'internal' });
        expect(await store.readNode(id('a'))).toBeUndefined();
      }));

    test('any sequence of writes, purges, reopenings and reads agrees with a plain model', async () => {
      const ids = ['', 'a', 'b', 'ab', '\xff', '0123456789abcdef'].map(id);
      const one = fc.constantFrom(...ids);
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ write: fc.array(fc.tuple(one, fc.boolean()), { maxLength: 8 }) }),
        },
        { weight: 1, arbitrary: fc.record({ purge: one }) },
        { weight: 1, arbitrary: fc.constant('reopen' as const) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), steps =>
          withStore(async (first, reopen) => {
            let store = first;
            const model = new Map<NodeId, { time: EventTime; snapshot: boolean }[]>();
            let clock = 0;
            for (const next of steps) {
              if (next === 'reopen') {
                store = await reopen();
              } else if ('purge' in next) {
                await store.purgeNode(next.purge);
                model.delete(next.purge);
              } else {
                await store.write(modelled(next.write, model, () => ++clock));
              }
            }
            expect((await allIds(store)).sort()).toEqual([...model.keys()].sort());
            for (const each of ids) {
              for (const asOf of [undefined, Math.floor(clock / 2)]) {
                expect(show(await store.readNode(each, asOf))).toEqual(
                  expected(model.get(each), asOf ?? clock),
                );
              }
            }
          }),
        ),
        { numRuns: 25 },
      );
    });
  });
}

/** Adds to the model what the returned group writes. */
function modelled(
  writes: readonly (readonly [NodeId, boolean])[],
  model: Map<NodeId, { time: EventTime; snapshot: boolean }[]>,
  tick: () => number,
): WriteGroup {
  const journal: WriteGroup['journal'][number][] = [];
  const snapshots: NonNullable<WriteGroup['snapshots']>[number][] = [];
  for (const [node, isSnapshot] of writes) {
    const time = tick();
    model.set(node, [...(model.get(node) ?? []), { time, snapshot: isSnapshot }]);
    if (isSnapshot) snapshots.push(snapshot(node, time, 's'));
    else journal.push({ id: node, time, bytes: Buffer.from('e') });
  }
  return { journal, snapshots };
}

function expected(
  records: readonly { time: EventTime; snapshot: boolean }[] | undefined,
  asOf: EventTime,
): string[] | undefined {
  if (records === undefined) return undefined;
  const past = records.filter(record => record.time <= asOf);
  const last = past.map(record => record.snapshot).lastIndexOf(true);
  return past.slice(Math.max(0, last)).map(record => `${record.time} ${record.snapshot ? 's' : 'e'}`);
}

function id(name: string): NodeId {
  return name as NodeId;
}

function entries(...list: (readonly [NodeId, EventTime, string])[]): WriteGroup {
  return { journal: list.map(([node, time, content]) => ({ id: node, time, bytes: Buffer.from(content) })) };
}

function snapshot(node: NodeId, time: EventTime, content: string) {
  return { id: node, snapshot: { time, bytes: Buffer.from(content) } };
}

async function journalOf(store: Persistor, node: NodeId, asOf?: EventTime): Promise<string[] | undefined> {
  return show(await store.readNode(node, asOf));
}

function show(stored: StoredNode | undefined): string[] | undefined {
  if (stored === undefined) return undefined;
  const records = stored.snapshot ? [stored.snapshot, ...stored.journal] : stored.journal;
  return records.map(({ time, bytes }) => `${time} ${text(bytes)}`);
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}

async function allIds(store: Persistor): Promise<NodeId[]> {
  const found: NodeId[] = [];
  for await (const batch of store.nodeIds()) found.push(...batch);
  return found;
}
