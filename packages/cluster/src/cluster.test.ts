/**
 * The components of a cluster, one by one: a link over an unreliable transport, a log that two members believe they
 * own, shards that move as members join and leave. They are tested together in test/cluster.
 */
import { SeededRandom } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { MemberRecord } from './layout.js';
import { Link, type LinkFrame } from './link.js';
import type { LogRow, LogStore, PlacedRow } from './log-store.js';
import { holdersOf, wantedOwner } from './rendezvous.js';
import { ShardLog } from './shard-log.js';

describe('a link', () => {
  const CREDIT = 64;
  const RESEND_MILLIS = 100;

  function linked(seed: number, loss: number) {
    const environment = new TestEnvironment();
    const random = new SeededRandom(seed);
    const delivered: [string[], string[]] = [[], []];
    let largest = 0;
    const under: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
    const ends: [Link, Link] = [0, 1].map(
      side =>
        new Link({
          transmit: frame => carry(side as 0 | 1, frame),
          deliver: payload => void delivered[side as 0 | 1].push(Buffer.from(payload).toString()),
          scheduler: environment.scheduler,
          credit: CREDIT,
          resendMillis: RESEND_MILLIS,
        }),
    ) as [Link, Link];

    function carry(from: 0 | 1, frame: LinkFrame): void {
      note(from, frame);
      if (random.chance(loss)) return;
      const copies = random.chance(loss) ? 2 : 1;
      for (let i = 0; i < copies; i++) {
        environment.scheduler.after(random.below(40), () => {
          note((1 - from) as 0 | 1, { kind: 'awaits', awaits: frame.awaits, hasGap: false });
          ends[1 - from]!.receive(frame);
        });
      }
    }

    /** Messages in flight from one side, as known to that side. */
    function note(side: 0 | 1, frame: LinkFrame): void {
      if (frame.kind === 'message') under[side].set(frame.number, frame.payload.length);
      else for (const number of under[side].keys()) if (number < frame.awaits) under[side].delete(number);
      const bytes = [...under[side].values()].reduce((sum, each) => sum + each, 0);
      if (under[side].size > 1) largest = Math.max(largest, bytes);
    }
    return { environment, ends, delivered, random, largest: () => largest };
  }

  test.each([
    { loss: 0, seed: 1 },
    { loss: 0.2, seed: 2 },
    { loss: 0.6, seed: 3 },
  ])(
    'delivers everything exactly once and in order, with loss $loss (seed $seed)',
    async ({ loss, seed }) => {
      const { environment, ends, delivered, random, largest } = linked(seed, loss);
      const sent: [string[], string[]] = [[], []];
      for (let i = 0; i < 200; i++) {
        const side = random.below(2) as 0 | 1;
        const text = `${i} ${'x'.repeat(random.below(20))}`;
        sent[side].push(text);
        ends[side].send(Buffer.from(text));
        if (random.chance(0.5)) environment.advance(random.below(30));
        if (random.chance(0.3)) await new Promise(resolve => setImmediate(resolve));
      }
      while (!ends.every(end => end.isIdle)) {
        environment.advance(RESEND_MILLIS);
        await settle();
      }
      expect(delivered).toEqual([sent[1], sent[0]]);
      expect(largest()).toBeLessThanOrEqual(CREDIT);
    },
  );

  test('reports when messages wait for credit, and when that ends', () => {
    const fullness: boolean[] = [];
    const link = new Link({
      transmit: () => undefined,
      deliver: () => undefined,
      filled: isFull => void fullness.push(isFull),
      scheduler: new TestEnvironment().scheduler,
      credit: 10,
      resendMillis: RESEND_MILLIS,
    });
    for (let i = 0; i < 3; i++) link.send(new Uint8Array(6));
    expect(fullness).toEqual([true]);
    link.receive({ kind: 'awaits', awaits: 2, hasGap: false });
    expect(fullness).toEqual([true]);
    link.receive({ kind: 'awaits', awaits: 3, hasGap: false });
    expect(fullness).toEqual([true, false]);
    for (let i = 0; i < 3; i++) link.send(new Uint8Array(6));
    link.close();
    expect(fullness).toEqual([true, false, true, false]);
  });
});

describe('the log of a shard', () => {
  class Rows implements LogStore {
    readonly contentLimit = 4;
    readonly placed: PlacedRow[] = [];
    /** Called before each attempt. */
    fails: () => 'before' | 'after' | undefined = () => undefined;

    async append(row: LogRow, after: number): Promise<number | undefined> {
      const failure = this.fails();
      if (failure === 'before') throw new Error('no answer');
      const last = this.placed.at(-1)?.sequence ?? 0;
      // Other logs use sequences too.
      if (last === after) this.placed.push({ ...row, sequence: last + 10 });
      if (failure === 'after') throw new Error('no answer');
      return last === after ? last + 10 : undefined;
    }

    async last(): Promise<PlacedRow | undefined> {
      return this.placed.at(-1);
    }

    async *rows(after: number): AsyncIterable<PlacedRow> {
      yield* this.placed.filter(({ sequence }) => sequence > after);
    }

    async cut(before: number): Promise<void> {
      while (this.placed.length > 0 && this.placed[0]!.sequence < before) this.placed.shift();
    }

    get texts(): string[] {
      return this.placed.map(({ epoch, content, continues }) => {
        const text = content === null ? 'begins' : Buffer.from(content).toString();
        return `${epoch}:${text}${continues ? '+' : ''}`;
      });
    }
  }

  let writers = 0;

  async function owner(store: Rows, epoch?: number, environment = new TestEnvironment()) {
    let isLost = false;
    const { scheduler } = environment;
    const writer = `writer ${++writers}`;
    const log = new ShardLog({ epoch, writer, store, scheduler, onLost: () => (isLost = true) });
    const hasBegun = log.begin();
    await settle();
    return {
      log,
      hasBegun,
      isLost: () => isLost,
      append: (operation: string) => log.append(Buffer.from(operation)),
    };
  }

  test('a later owner fences an earlier one', async () => {
    const store = new Rows();
    const first = await owner(store, 1);
    expect(await first.append('a')).toEqual({ sequence: 20, offset: 1 });
    const second = await owner(store, 2);
    expect(second.log.startedAfter).toBe(20);
    await expect(first.append('b')).rejects.toMatchObject({ code: 'store.taken-over' });
    await second.append('c');
    expect(first.isLost()).toBe(true);
    expect(store.texts).toEqual(['1:begins', '1:a', '2:begins', '2:c']);
    const late = await owner(store, 1);
    expect([await late.hasBegun, late.isLost()]).toEqual([false, true]);
  });

  test('without a given epoch, an owner takes the next one', async () => {
    const store = new Rows();
    await owner(store, 7);
    expect((await owner(store)).log.epoch).toBe(8);
  });

  test('fences an earlier writer of the same epoch', async () => {
    const store = new Rows();
    const first = await owner(store, 1);
    await owner(store, 1);
    await expect(first.append('a')).rejects.toMatchObject({ code: 'store.taken-over' });
  });

  test('splits a long operation', async () => {
    const store = new Rows();
    const first = await owner(store, 1);
    expect(await first.append('0123456789')).toEqual({ sequence: 40, offset: 10 });
    await first.append('');
    expect(store.texts).toEqual(['1:begins', '1:0123+', '1:4567+', '1:89', '1:']);
  });

  test.each(['before', 'after'] as const)(
    'repeats an attempt that fails %s the row is written',
    async when => {
      const store = new Rows();
      const environment = new TestEnvironment();
      let failures = 2;
      store.fails = () => (failures-- > 0 ? when : undefined);
      const first = await owner(store, 1, environment);
      const advance = async (): Promise<void> => {
        for (let i = 0; i < 3; i++) {
          await settle();
          environment.advance(100);
        }
        await settle();
      };
      await advance();
      expect(await first.hasBegun).toBe(true);
      failures = 2;
      const appended = Promise.all([first.append('a'), first.append('b')]);
      await advance();
      await appended;
      expect({ texts: store.texts, isLost: first.isLost() }).toEqual({
        texts: ['1:begins', '1:a', '1:b'],
        isLost: false,
      });
    },
  );

  test('a row that was written although its answer was lost stays, and its writer notices the next owner', async () => {
    const store = new Rows();
    const environment = new TestEnvironment();
    const first = await owner(store, 1, environment);
    let failures = 1;
    store.fails = () => (failures-- > 0 ? 'after' : undefined);
    const appended = first.append('a');
    const outcome = expect(appended).rejects.toMatchObject({ code: 'store.taken-over' });
    await settle();
    await owner(store, 2);
    environment.advance(100);
    await outcome;
    expect(store.texts).toEqual(['1:begins', '1:a', '2:begins']);
  });
});

describe('the wanted owner', () => {
  const SHARDS = Array.from({ length: 512 }, (_, shard) => shard);
  const member = (capacity = 1, isSpare = false): MemberRecord => ({ address: '', capacity, isSpare });
  const layoutOf = (members: Map<string, MemberRecord>, holders = 0): (string | undefined)[] =>
    SHARDS.map(shard => wantedOwner(shard, holdersOf(members, holders), members));
  const countOf = (layout: readonly (string | undefined)[], id: string): number =>
    layout.filter(owner => owner === id).length;

  test('gives each member its share, and moves only the shards of joining or leaving members', () => {
    const three = new Map(['a', 'b', 'c'].map(id => [id, member()]));
    const before = layoutOf(three);
    for (const id of three.keys()) expect(countOf(before, id)).toBeGreaterThan(512 / 6);
    const after = layoutOf(new Map([...three, ['d', member()]]));
    for (const shard of SHARDS) if (after[shard] !== before[shard]) expect(after[shard]).toBe('d');
  });

  test('assigns shards by capacity, and none without capacity', () => {
    const layout = layoutOf(
      new Map([
        ['small', member()],
        ['large', member(3)],
        ['leaves', member(0)],
      ]),
    );
    expect(countOf(layout, 'large')).toBeGreaterThan(2 * countOf(layout, 'small'));
    expect(countOf(layout, 'leaves')).toBe(0);
    expect(layoutOf(new Map([['leaves', member(0)]]))[0]).toBeUndefined();
  });

  test('gives a spare no shards until a member is lost', () => {
    const members = new Map([
      ['a', member()],
      ['b', member()],
      ['spare', member(1, true)],
    ]);
    expect(countOf(layoutOf(members, 2), 'spare')).toBe(0);
    members.delete('a');
    expect(countOf(layoutOf(members, 2), 'spare')).toBeGreaterThan(0);
  });
});
