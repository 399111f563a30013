/** Reads back node data: order, past states, snapshots, scans, metadata, and the store's lifecycle. */
import { idFrom, type NodeId, nodeIdFromBytes } from '@weir/model';
import type { ScannedNode } from '../persistor.js';
import {
  allIds,
  entries,
  id,
  journalOf,
  scanned,
  show,
  snapshot,
  text,
  type WithStore,
} from './store-under-test.js';

export function testNodes(withStore: WithStore): void {
  test('returns undefined for a node that was never written', () =>
    withStore(async store => {
      expect(await store.readNode(id('nobody'))).toBeUndefined();
      await store.write(entries([id('somebody'), 1, 'a']));
      expect(await store.readNode(id('nobody'))).toBeUndefined();
      expect(await store.readNode(id('some'))).toBeUndefined();
    }));

  test('returns the entries of one node in time order', () =>
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

  test('a read sees all earlier writes, acknowledged or not', () =>
    withStore(async store => {
      const writes = [1, 2, 3].map(time => store.write(entries([id('a'), time, 'x'])));
      expect(await journalOf(store, id('a'))).toEqual(['1 x', '2 x', '3 x']);
      await Promise.all(writes);
    }));

  test('nodes that are read at the same time have the same content as when read alone', () =>
    withStore(async (store, reopen) => {
      const ids = Array.from({ length: 3_000 }, (_, i) => id(`node ${String(i).padStart(11, '0')}`));
      await store.write(entries(...ids.map(each => [each, 1, `of ${each}`] as const)));
      // A long history, nodes with a snapshot, and one with the shortest and the longest id.
      const long = ids[1_500]!;
      const history = Array.from({ length: 2_500 }, (_, i) => [long, i + 2, `entry ${i}`] as const);
      await store.write(entries(...history, [id(''), 5, 'nameless'], [id('x'.repeat(300)), 5, 'long name']));
      if (store.supports.snapshots) {
        const some = ids.filter((_, i) => i % 3 === 0).map(each => snapshot(each, 1, `snapshot of ${each}`));
        await store.write({ journal: [], snapshots: [...some, snapshot(long, 2_400, 'of all before')] });
        await store.write(
          entries(...ids.filter((_, i) => i % 6 === 0).map(each => [each, 9, 'after'] as const)),
        );
      }
      const open = await reopen();
      const everyNth = (n: number): NodeId[] => ids.filter((_, i) => i % n === 0);
      const groups: readonly (readonly NodeId[])[] = [
        ids,
        everyNth(2).reverse(),
        everyNth(50),
        ids.slice(1_490, 1_510),
        [long],
        [long, ids[2_999]!],
        [id(''), id('x'.repeat(300)), id('missing'), ids[7]!],
        [id('missing'), id('also missing'), id('missing')],
      ];
      for (const group of groups) {
        const found = await Promise.all(group.map(each => journalOf(open, each)));
        for (const [i, each] of group.entries()) expect(found[i]).toEqual(await journalOf(open, each));
      }
    }));

  test('reads at the same time see all earlier writes, acknowledged or not', () =>
    withStore(async store => {
      const names = Array.from({ length: 100 }, (_, i) => id(`n${i}`));
      const writes = [1, 2].map(time =>
        store.write(entries(...names.map(name => [name, time, 'x'] as const))),
      );
      const found = await Promise.all(names.map(name => journalOf(store, name)));
      for (const each of found) expect(each).toEqual(['1 x', '2 x']);
      await Promise.all(writes);
    }));

  test('reads the past: entries up to and including a time', () =>
    withStore(async store => {
      if (!store.supports.history) return;
      await store.write(entries([id('a'), 10, 'ten'], [id('a'), 20, 'twenty']));
      expect(await journalOf(store, id('a'), 19)).toEqual(['10 ten']);
      expect(await journalOf(store, id('a'), 20)).toEqual(['10 ten', '20 twenty']);
      expect(await journalOf(store, id('a'), 9)).toEqual([]);
    }));

  test('a snapshot replaces the entries up to its time', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.snapshots) return;
      const a = id('a');
      await store.write(entries(...Array.from({ length: 300 }, (_, i) => [a, i + 1, `e${i + 1}`] as const)));
      await store.write({ journal: [], snapshots: [snapshot(a, 100, 's100'), snapshot(a, 298, 's298')] });
      const open = await reopen();
      expect(show(await open.readNode(a))).toEqual(['298 s298', '299 e299', '300 e300']);
      expect(show(await open.readNode(a, 298))).toEqual(['298 s298']);
      expect(show(await open.readNode(a, 101))).toEqual(['100 s100', '101 e101']);
      expect(show(await open.readNode(a, 99))).toHaveLength(99);
      await open.write({ journal: [], snapshots: [snapshot(id('only'), 5, 'here')] });
      expect(show(await open.readNode(id('only')))).toEqual(['5 here']);
    }));

  test('reads the journal after a time regardless of snapshots', () =>
    withStore(async (store, reopen) => {
      const a = id('a');
      expect(await store.readJournal(a, 0)).toEqual([]);
      await store.write(entries(...Array.from({ length: 200 }, (_, i) => [a, i + 1, `e${i + 1}`] as const)));
      await store.write({ ...entries([id('a\0'), 500, 'other']), snapshots: [snapshot(a, 199, 's')] });
      const open = await reopen();
      const late = open.write(entries([a, 201, 'late']));
      const entriesAfter = async (time: number) =>
        (await open.readJournal(a, time)).map(entry => `${entry.time} ${text(entry.bytes)}`);
      const all = Array.from({ length: 200 }, (_, i) => `${i + 1} e${i + 1}`).concat('201 late');
      expect(await entriesAfter(0)).toEqual(store.supports.history ? all : []);
      expect(await entriesAfter(198)).toEqual(store.supports.history ? all.slice(198) : []);
      expect(await entriesAfter(201)).toEqual([]);
      await late;
      if (!store.supports.snapshots) return;
      await open.foldHistory([snapshot(a, 150, 's')]);
      expect(await entriesAfter(100)).toEqual(store.supports.history ? all.slice(150) : []);
    }));

  test('a scan finds every id once', () =>
    withStore(async (store, reopen) => {
      const ids = Array.from({ length: 2500 }, (_, i) => id(`node ${i}`));
      ids.push(id(''), id('\xff\xff'), id('\0'), nodeIdFromBytes(Buffer.alloc(300, 0xff)));
      for (let time = 1; time <= 3; time++) {
        await store.write(entries(...ids.map(one => [one, time, 'x'] as const)));
      }
      await store.write(entries(...Array.from({ length: 2500 }, (_, i) => [id('long'), i, 'x'] as const)));
      const open = await reopen();
      const count = open.nodeCount;
      if (count !== undefined) expect(Math.abs(count - ids.length - 1)).toBeLessThan(10);
      const found = await allIds(open);
      expect(found.sort()).toEqual([...ids, id('long')].sort());
    }));

  test.each([1, 200])('samples %d distinct ids, spread over all', wanted =>
    withStore(async (store, reopen) => {
      const ids = Array.from({ length: 500 }, (_, i) => idFrom(['node', i])!);
      const others = Array.from({ length: 500 }, (_, i) => id(`other ${i}`));
      await store.write(entries(...[...ids, ...others].map(one => [one, 1, 'x'] as const)));
      await store.write(entries(...Array.from({ length: 2000 }, (_, i) => [id('long'), i, 'x'] as const)));
      for (const purged of ids.slice(400)) await store.purgeNode(purged);
      const open = await reopen();
      const there = new Set([...ids.slice(0, 400), ...others, id('long')]);
      let state = wanted;
      const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
      const drawn = new Set<NodeId>();
      for (let draws = 0; draws < 5; draws++) {
        const sample = await open.sampleNodeIds(wanted, random);
        expect(new Set(sample).size).toBe(sample.length);
        expect(sample.filter(one => !there.has(one))).toEqual([]);
        expect(sample.length).toBeGreaterThan(wanted * 0.9 - 1);
        expect(sample.length).toBeLessThanOrEqual(wanted);
        for (const one of sample) drawn.add(one);
      }
      if (wanted === 200) {
        expect(ids.filter(one => drawn.has(one)).length).toBeGreaterThan(100);
        expect(others.filter(one => drawn.has(one)).length).toBeGreaterThan(100);
      }
      expect(await open.sampleNodeIds(0, random)).toEqual([]);
    }),
  );

  test('samples no ids, and more ids than exist', () =>
    withStore(async store => {
      expect(await store.sampleNodeIds(10, () => 0.5)).toEqual([]);
      await store.write(entries([id('a'), 1, 'x'], [id('b'), 1, 'x']));
      const sample = await store.sampleNodeIds(10, () => 0.5);
      expect(sample.length).toBeGreaterThan(0);
      expect(sample.length).toBeLessThanOrEqual(2);
    }));

  test.each([
    ['all', () => true],
    ['one in a hundred', (one: NodeId) => one.endsWith('00')],
    ['none', () => false],
  ])('scans with content for %s', (_, isWanted) =>
    withStore(async (store, reopen) => {
      const ids = Array.from({ length: 2500 }, (__, i) => id(`node ${i}`));
      for (let time = 1; time <= 4; time++) {
        const group = entries(...ids.map(one => [one, time, 'x'] as const));
        const snapshots = time === 2 ? ids.slice(0, 1000).map(one => snapshot(one, time, 's')) : [];
        await store.write({ ...group, snapshots });
      }
      await store.write(entries(...Array.from({ length: 2500 }, (__, i) => [id('long'), i, 'x'] as const)));
      const open = await reopen();
      for (const asOf of store.supports.history ? [undefined, 1, 2, 3] : [undefined]) {
        const found = await scanned(open, { isWanted, ...(asOf === undefined ? {} : { asOf }) });
        expect(found.map(([one]) => one).sort()).toEqual([...ids, id('long')].sort());
        // All nodes of one type were written the same way, so one of each is read, and a few more.
        const written = [
          show(await open.readNode(ids[0]!, asOf)),
          show(await open.readNode(ids[2499]!, asOf)),
        ];
        const long = show(await open.readNode(id('long'), asOf));
        const kinds = new Map(ids.map((one, i) => [one, String(written[i < 1000 ? 0 : 1])]));
        const expected = (one: NodeId): string =>
          isWanted(one) ? (kinds.get(one) ?? String(long)) : String(undefined);
        expect(found.filter(([one, stored]) => String(stored) !== expected(one))).toEqual([]);
        for (let i = 0; i < ids.length; i += 50)
          expect(String(show(await open.readNode(ids[i]!, asOf)))).toBe(kinds.get(ids[i]!));
      }
    }),
  );

  test('a waiting scan holds no data: later batches include new writes', () =>
    withStore(async store => {
      const ids = Array.from({ length: 5000 }, (_, i) => id(`node ${i}`));
      await store.write(entries(...ids.map(one => [one, 1, 'x'] as const)));
      const batches = store.scanNodes()[Symbol.asyncIterator]();
      const first = (await batches.next()).value as readonly ScannedNode[];
      const given = new Set(first.map(node => node.id));
      await store.write(entries(...ids.map(one => [one, 2, 'y'] as const)));
      await store.purgeNode([...ids].reverse().find(one => !given.has(one))!);
      let later = 0;
      for (let step = await batches.next(); !step.done; step = await batches.next()) {
        for (const { id: one, stored } of step.value) {
          expect(given.has(one)).toBe(false);
          given.add(one);
          if (stored === undefined) continue;
          expect(show(stored)).toEqual(['1 x', '2 y']);
          later++;
        }
      }
      expect(later).toBe(ids.length - first.length - 1);
    }));

  test('purges a node, and not its neighbors in key order', () =>
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

  test('the caller may reuse its bytes once the write is acknowledged', () =>
    withStore(async store => {
      const bytes = Buffer.from('mine');
      await store.write({ journal: [{ id: id('a'), time: 1, bytes }] });
      bytes.fill(0);
      expect(await journalOf(store, id('a'))).toEqual(['1 mine']);
    }));

  test('rejects everything after close, except closing again', () =>
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

  test('rejects an invalid time and writes nothing of its group', () =>
    withStore(async store => {
      const group = entries([id('a'), 1, 'x'], [id('b'), 1.5, 'x']);
      await expect(store.write(group)).rejects.toMatchObject({ code: 'internal' });
      expect(await store.readNode(id('a'))).toBeUndefined();
    }));
}
