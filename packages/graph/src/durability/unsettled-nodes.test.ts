import { idFrom } from '@weir/model';
import { settle, until } from '@weir/platform/testing';
import type { RecentWrite, WriteMark } from '@weir/persistor';
import type { Shard } from '../shard/shard.js';
import { UnsettledNodes } from './unsettled-nodes.js';

const GROUPS = 40;
const NODES_PER_GROUP = 5;
const PIECE = 20;
const GROUPS_PER_PIECE = PIECE / NODES_PER_GROUP;

/** State left by a crash: disjoint groups of nodes, and how far the store has forgotten them. */
class Left {
  forgotten = 0;

  unsettled(): UnsettledNodes {
    const persistor = {
      markWrites: () => GROUPS + 1,
      getMetadata: () => Promise.resolve(undefined),
      recentWrites: () => this.groups(),
      readEntries: (entries: readonly unknown[]) => Promise.resolve(entries.map(() => undefined)),
      forgetRecent: async (before: number) => void (this.forgotten = before - 1),
    };
    return new UnsettledNodes({ persistor, journal: { sawTime: () => undefined } } as unknown as Shard);
  }

  private async *groups(): AsyncGenerator<readonly RecentWrite[]> {
    for (let group = this.forgotten + 1; group <= GROUPS; group++) {
      yield Array.from({ length: NODES_PER_GROUP }, (_, i) => ({
        id: idFrom([group, i])!,
        time: group,
        isEntry: true,
        end: (group + 1) as WriteMark,
      }));
    }
  }
}

async function load(left: Left): Promise<UnsettledNodes> {
  const unsettled = left.unsettled();
  await unsettled.load();
  return unsettled;
}

test('leaves less to do for the next recovery, however often it is interrupted', async () => {
  const left = new Left();
  const counts: number[] = [];
  while (left.forgotten < GROUPS) {
    const unsettled = await load(left);
    counts.push(unsettled.nodes.size);
    let pieces = 0;
    const settle = async (): Promise<void> => {
      if (++pieces === 3) throw new Error('killed');
    };
    await unsettled.eachPiece(PIECE, settle, () => Promise.resolve()).catch(() => undefined);
  }
  expect(counts).toEqual([200, 160, 120, 80, 40]);
});

test('forgets a batch only when it is durable and all earlier ones are forgotten, while settling the next one', async () => {
  const left = new Left();
  const unsettled = await load(left);
  const pieces: number[] = [];
  const lasting: (() => void)[] = [];
  const through = unsettled.eachPiece(
    PIECE,
    async ids => void pieces.push(ids.length),
    () => new Promise(resolve => lasting.push(resolve)),
  );
  for (let piece = 1; piece <= GROUPS / GROUPS_PER_PIECE; piece++) {
    await until(() => lasting.length === piece);
    await settle();
    expect(left.forgotten).toBe((piece - 1) * GROUPS_PER_PIECE);
    expect(pieces).toEqual(Array.from({ length: Math.min(piece + 1, 10) }, () => PIECE));
    lasting[piece - 1]!();
  }
  await through;
  expect(left.forgotten).toBe(GROUPS);
});
