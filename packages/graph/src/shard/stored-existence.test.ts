/** Checks that the bytes inspected for existence agree with a replay of all events. */
import { fc } from '@weir/platform/testing/properties';
import { encode, EventKind, type NodeEvent, type NodeId, packProperties } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import { NodeActor } from '../node/node-actor.js';
import { pastNode } from '../persistence/node-loader.js';
import { encodeSnapshot } from '../node/node-snapshot.js';
import { existsStored } from './stored-existence.js';

const OTHER = 'other' as NodeId;
const PACKED = Uint8Array.from(packProperties({ deleted: [8], kind: 8, list: [[8], [9]] }));

const event = fc.constantFrom<NodeEvent>(
  [EventKind.PropertySet, 'k', [8]],
  [EventKind.PropertyRemoved, 'k'],
  [EventKind.LabelAdded, 'L'],
  [EventKind.LabelRemoved, 'L'],
  [EventKind.EdgeAdded, 'e', 0, OTHER],
  [EventKind.EdgeRemoved, 'e', 0, OTHER],
  [EventKind.EdgePropertySet, 'e', 0, OTHER, 'k', 1],
  [EventKind.Created],
  [EventKind.Deleted],
  [EventKind.Standing, 1, [8, [8]]],
  [EventKind.PropertiesSet, { k: 8, l: [8] }],
  [EventKind.PropertiesPacked, PACKED],
);
const entry = fc.array(event, { minLength: 1, maxLength: 20 });

test('existence agrees with the node, over any entries and snapshots', () => {
  fc.assert(
    fc.property(fc.option(entry), fc.array(entry, { maxLength: 4 }), (before, entries) => {
      const stored: StoredNode = {
        snapshot: before === null ? undefined : { time: 1, bytes: snapshotAfter(before) },
        journal: entries.map((events, i) => ({ time: i + 2, bytes: Uint8Array.from(encode(events)) })),
      };
      expect(existsStored(stored)).toBe(pastNode('node' as NodeId, stored).exists);
    }),
    { numRuns: 500 },
  );
});

function snapshotAfter(events: readonly NodeEvent[]): Uint8Array {
  const actor = new NodeActor('node' as NodeId);
  for (const each of events) actor.replay(each);
  return Uint8Array.from(encodeSnapshot(actor, []));
}
