import { describeSnapshotStore } from '@weir/cluster/conformance';
import { SimSnapshots } from './sim-snapshots.js';

const partitions = new Map<string, SimSnapshots>();

describeSnapshotStore('of the simulation', partition => {
  const snapshots = partitions.get(partition) ?? new SimSnapshots();
  partitions.set(partition, snapshots);
  return snapshots.seenBy(
    async run => run(),
    position => position,
  );
});
