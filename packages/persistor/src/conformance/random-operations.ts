/** Any sequence of operations agrees with a plain model. */
import * as fc from 'fast-check';
import type { EventTime, NodeId } from '@weir/model';
import type { WriteGroup } from '../persistor.js';
import { allIds, id, scanned, show, snapshot, type WithStore } from './store-under-test.js';

export function testRandomOperations(withStore: WithStore): void {
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
          for (const asOf of [undefined, Math.floor(clock / 2)]) {
            const found = await scanned(store, asOf === undefined ? {} : { asOf });
            expect(found.sort(byId)).toEqual(
              [...model].map(([each, all]) => [each, expected(all, asOf ?? clock)]).sort(byId),
            );
          }
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
}

function byId([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
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
