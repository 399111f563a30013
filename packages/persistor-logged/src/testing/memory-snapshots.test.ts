import { describeSnapshotStore } from '@weir/cluster/conformance';
import { MemoryLogs } from './memory-logs.js';

const logs = new MemoryLogs();
describeSnapshotStore('of the model', partition => logs.snapshots(partition));
