/** The contract of every store of snapshots, as a test suite. */
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.js';

/**
 * @param open returns the store of a partition; partitions with different names share nothing, and those with new names
 *   are empty.
 */
export function describeSnapshotStore(name: string, open: (partition: string) => SnapshotStore): void {
  let partitions = 0;
  const fresh = (): SnapshotStore => open(`shard-${partitions++}`);

  describe(`store of snapshots ${name}`, () => {
    test('lists snapshots in the order of their positions and reads them as they were written', async () => {
      const store = fresh();
      expect(await store.list()).toEqual([]);
      const long = Buffer.alloc(3_000_000, 'weir');
      const later = await store.write({ sequence: 120, offset: 7_000 }, parts('a', '', long));
      const earlier = await store.write({ sequence: 20, offset: 1_000 }, parts('b'));
      expect(await store.list()).toEqual([earlier, later]);
      expect(later).toMatchObject({ sequence: 120, offset: 7_000, bytes: 3_000_001 });
      expect((await contentOf(store, later)).equals(Buffer.concat([Buffer.from('a'), long]))).toBe(true);
      expect(String(await contentOf(store, earlier))).toBe('b');
    });

    test('removes snapshots with a lower sequence from this partition only', async () => {
      // One name is the beginning of another.
      const [store, other] = [open('shard-9'), open('shard-99')];
      await store.write({ sequence: 19, offset: 1_000 }, parts('a'));
      const kept = await store.write({ sequence: 20, offset: 1_100 }, parts('b'));
      const later = await store.write({ sequence: 100, offset: 2_000 }, parts('c'));
      const others = await other.write({ sequence: 5, offset: 10 }, parts('d'));
      await store.removeBefore(20);
      expect(await store.list()).toEqual([kept, later]);
      expect(await other.list()).toEqual([others]);
      expect(String(await contentOf(other, others))).toBe('d');
    });

    test('never lists a snapshot whose content fails', async () => {
      const store = fresh();
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('a');
        throw new Error('killed');
      }
      await expect(store.write({ sequence: 1, offset: 0 }, broken())).rejects.toThrow('killed');
      expect(await store.list()).toEqual([]);
    });

    test('lists a snapshot only when it is complete', async () => {
      const store = fresh();
      const content = new HeldContent();
      const writing = store.write({ sequence: 1, offset: 0 }, content.chunks());
      await content.isHeld;
      expect(await store.list()).toEqual([]);
      content.release();
      const written = await writing;
      expect(await store.list()).toEqual([written]);
      expect(String(await contentOf(store, written))).toBe('firstlast');
    });

    test('removes incomplete snapshots with a lower sequence', async () => {
      const store = fresh();
      const [removed, kept] = [new HeldContent(), new HeldContent()];
      const failing = store.write({ sequence: 1, offset: 0 }, removed.chunks());
      const writing = store.write({ sequence: 2, offset: 10 }, kept.chunks());
      await Promise.all([removed.isHeld, kept.isHeld]);
      await store.removeBefore(2);
      removed.release();
      kept.release();
      await expect(failing).rejects.toThrow();
      const written = await writing;
      expect(await store.list()).toEqual([written]);
    });

    test('rejects the reader of a snapshot that was removed', async () => {
      const store = fresh();
      const snapshot = await store.write({ sequence: 1, offset: 0 }, parts('a'));
      await store.removeBefore(2);
      await expect(contentOf(store, snapshot)).rejects.toThrow();
    }, 20_000);

    test('yields all of a snapshot that is removed while it is read, or fails', async () => {
      const store = fresh();
      const long = Buffer.alloc(50 << 20, 'weir');
      const snapshot = await store.write({ sequence: 1, offset: 0 }, parts(long));
      const read: Uint8Array[] = [];
      const reading = async (): Promise<string> => {
        for await (const chunk of store.read(snapshot)) {
          if (read.length === 0) await store.removeBefore(2);
          read.push(chunk);
        }
        return Buffer.concat(read).equals(long) ? 'everything' : 'a part';
      };
      expect(await reading().catch(() => 'failure')).not.toBe('a part');
      expect(await store.list()).toEqual([]);
    }, 60_000);
  });
}

async function* parts(...contents: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const content of contents) yield Buffer.from(content);
}

async function contentOf(store: SnapshotStore, snapshot: StoredSnapshot): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.read(snapshot)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Content whose writer waits before its last chunk. */
class HeldContent {
  readonly isHeld: Promise<void>;
  release!: () => void;
  private readonly released = new Promise<void>(resolve => (this.release = resolve));
  private reportHeld!: () => void;

  constructor() {
    this.isHeld = new Promise(resolve => (this.reportHeld = resolve));
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('first');
    this.reportHeld();
    await this.released;
    yield Buffer.from('last');
  }
}
