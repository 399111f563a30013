/** Contract of all directories: the simulation's model, and those on real servers. */
import type { Directory, DirectoryChange } from '@weir/cluster';

export interface DirectoryTrial {
  /** The directory as another member sees it. */
  open(): Promise<MemberDirectory>;
  /** Lets time pass until the function returns true. */
  until(check: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface MemberDirectory {
  readonly directory: Directory;
  /** Blocks all traffic from and to the member. */
  cutOff(): Promise<void>;
  reconnect(): Promise<void>;
}

export const LEASE_MILLIS = 1_000;

/** Changes that one watch has reported. */
export class WatchedChanges {
  readonly changes: DirectoryChange[] = [];
  /** Number of changes when the watch reported that the initial state is complete. */
  known = -1;
  readonly end: () => void;

  constructor(directory: Directory) {
    this.end = directory.watch({
      changed: change => void this.changes.push(change),
      upToDate: () => {
        if (this.known >= 0) throw new Error('told twice that it is up to date');
        this.known = this.changes.length;
      },
    });
  }

  get values(): Record<string, string> {
    return Object.fromEntries(
      [...new Map(this.changes.map(({ key, value }) => [key, value]))].filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
  }

  get texts(): string[] {
    return this.changes.map(({ key, value }) => `${key} ${value ?? 'gone'}`);
  }

  get isInOrder(): boolean {
    return this.changes.every(({ revision }, i) => i === 0 || revision > this.changes[i - 1]!.revision);
  }
}

export function directoryConformance(name: string, start: () => Promise<DirectoryTrial>): void {
  describe(`a directory: ${name}`, () => {
    let trial: DirectoryTrial;

    beforeEach(async () => {
      trial = await start();
    });
    afterEach(() => trial.close());

    /** Lets time pass until the promise settles. */
    async function answer<T>(asked: Promise<T>): Promise<T> {
      let isOver = false;
      const over = asked.finally(() => (isOver = true));
      over.catch(() => undefined);
      await trial.until(() => isOver);
      return over;
    }

    test('writes a key only at the revision that was seen', async () => {
      const { directory } = await trial.open();
      const watched = new WatchedChanges(directory);
      await trial.until(() => watched.known === 0);
      const first = await answer(directory.put('shard.1', 'a', 0));
      expect(first).toBeGreaterThan(0);
      // Values that are overwritten before they are reported may be skipped.
      await trial.until(() => watched.changes.length === 1);
      expect(await answer(directory.put('shard.1', 'b', 0))).toBeUndefined();
      expect(await answer(directory.put('shard.1', 'b', first! + 1))).toBeUndefined();
      expect(await answer(directory.put('shard.2', 'b', first!))).toBeUndefined();
      const second = await answer(directory.put('shard.1', 'c', first!));
      expect(second).toBeGreaterThan(first!);
      await trial.until(() => watched.changes.length === 2);
      expect(watched.changes).toEqual([
        { key: 'shard.1', value: 'a', revision: first },
        { key: 'shard.1', value: 'c', revision: second },
      ]);
      watched.end();
    });

    test('removes a key only at the revision that was seen, and it can be created again', async () => {
      const { directory } = await trial.open();
      const watched = new WatchedChanges(directory);
      const first = await answer(directory.put('member.a', 'a', 0));
      expect(await answer(directory.put('member.a', undefined, first! + 1))).toBeUndefined();
      expect(await answer(directory.put('member.b', undefined, first!))).toBeUndefined();
      const removal = await answer(directory.put('member.a', undefined, first!));
      await trial.until(() => watched.changes.at(-1)?.revision === removal);
      expect(watched.texts.at(-1)).toBe('member.a gone');
      expect(await answer(directory.put('member.a', 'late', first!))).toBeUndefined();
      expect(await answer(directory.put('member.a', 'again', 0))).toBeGreaterThan(removal!);
      await trial.until(() => watched.values['member.a'] === 'again');
      const later = new WatchedChanges(directory);
      await trial.until(() => later.known >= 0);
      expect(later.values).toEqual({ 'member.a': 'again' });
      watched.end();
      later.end();
    });

    test('exactly one of several concurrent writes at a revision succeeds', async () => {
      const members = await Promise.all([1, 2, 3].map(() => trial.open()));
      const watched = new WatchedChanges(members[0]!.directory);
      const winners: string[] = [];
      let expected = 0;
      for (let round = 0; round < 10; round++) {
        const tried = members.map(({ directory }, i) => directory.put('shard.1', `${round} ${i}`, expected));
        const revisions = await answer(Promise.all(tried));
        const won = revisions.flatMap((revision, i) => (revision === undefined ? [] : [{ revision, i }]));
        expect(won).toHaveLength(1);
        expected = won[0]!.revision;
        winners.push(`shard.1 ${round} ${won[0]!.i}`);
        await trial.until(() => watched.changes.at(-1)?.revision === expected);
      }
      expect(watched.texts).toEqual(winners);
      watched.end();
    });

    test('a watch reports the existing keys, then their end once, then changes in order', async () => {
      const [one, other] = [await trial.open(), await trial.open()];
      const first = await answer(one.directory.put('shard.1', 'a', 0));
      await answer(one.directory.put('shard.2', 'b', 0));
      await answer(one.directory.put('shard.1', 'c', first!));
      const [late, later] = [new WatchedChanges(one.directory), new WatchedChanges(other.directory)];
      await trial.until(() => late.known === 2 && later.known === 2);
      expect(late.texts).toEqual(['shard.2 b', 'shard.1 c']);
      await Promise.all([1, 2, 3, 4].map(i => answer(one.directory.put(`shard.1${i}`, 'x', 0))));
      await trial.until(() => late.changes.length === 6 && later.changes.length === 6);
      expect(late.isInOrder).toBe(true);
      expect(later.changes).toEqual(late.changes);
      late.end();
      await answer(one.directory.put('shard.3', 'd', 0));
      await trial.until(() => later.changes.length === 7);
      expect(late.changes).toHaveLength(6);
      later.end();
    });

    test('an unrenewed key expires at its own revision; a renewed one stays', async () => {
      const { directory } = await trial.open();
      const watched = new WatchedChanges(directory);
      const put = (key: string, value: string, expected: number): Promise<number | undefined> =>
        directory.put(key, value, expected, LEASE_MILLIS);
      const deletion = await answer(put('member.a', 'left', 0));
      await answer(directory.put('shard.1', 'stays', 0));
      let renewed = await answer(put('member.b', 'renewed', 0));
      const hasSeen = (revision: number): boolean => (watched.changes.at(-1)?.revision ?? 0) >= revision;
      await trial.until(() => hasSeen(renewed!));
      while (watched.values['member.a'] !== undefined) {
        renewed = await answer(put('member.b', 'renewed', renewed!));
        await trial.until(() => hasSeen(renewed!));
      }
      expect(watched.values).toEqual({ 'shard.1': 'stays', 'member.b': 'renewed' });
      expect(watched.isInOrder).toBe(true);
      expect(await answer(put('member.a', 'too late', deletion!))).toBeUndefined();
      const again = await answer(put('member.a', 'again', 0));
      expect(again).toBeGreaterThan(watched.changes.find(each => each.value === undefined)!.revision);
      expect(await answer(put('member.a', 'twice', 0))).toBeUndefined();
      await trial.until(() => watched.values['member.b'] === undefined);
      watched.end();
    });

    test('a new watch learns only that an earlier key was removed', async () => {
      const { directory } = await trial.open();
      const first = new WatchedChanges(directory);
      await answer(directory.put('member.a', 'left', 0, LEASE_MILLIS));
      await answer(directory.put('shard.1', 'a', 0));
      await trial.until(() => first.texts.includes('member.a gone'));
      const later = new WatchedChanges(directory);
      await trial.until(() => later.known >= 0);
      expect(later.values).toEqual({ 'shard.1': 'a' });
      expect(later.texts.filter(text => text !== 'member.a gone')).toEqual(['shard.1 a']);
      first.end();
      later.end();
    });

    test('an interrupted watch resumes after its last report', async () => {
      const [one, other] = [await trial.open(), await trial.open()];
      const [steady, cut] = [new WatchedChanges(one.directory), new WatchedChanges(other.directory)];
      await answer(one.directory.put('member.a', 'a', 0, LEASE_MILLIS));
      let last = await answer(one.directory.put('shard.1', '0', 0));
      await trial.until(() => cut.changes.length >= 2 && steady.changes.length >= 2);
      await other.cutOff();
      for (let i = 1; i <= 20; i++) {
        last = await answer(one.directory.put('shard.1', String(i), last!));
        await trial.until(() => steady.values['shard.1'] === String(i));
      }
      await trial.until(() => steady.texts.includes('member.a gone'));
      await other.reconnect();
      await answer(one.directory.put('shard.2', 'z', 0));
      await trial.until(() => [cut, steady].every(({ values }) => values['shard.2'] === 'z'));
      expect(cut.isInOrder).toBe(true);
      expect(cut.values).toEqual(steady.values);
      expect(cut.texts).toContain('member.a gone');
      // Values overwritten meanwhile may be skipped, and nothing else is reported.
      expect(steady.changes).toEqual(expect.arrayContaining(cut.changes));
      steady.end();
      cut.end();
    });
  });
}
