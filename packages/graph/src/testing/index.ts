export { HostCluster, type HostClusterOptions } from './host-cluster.js';
export { SeededRandom } from './seeded-random.js';
export { resultsIn, type UnpackedResult } from './results-in.js';
export { halfEdgeMismatches } from './half-edge-mismatches.js';
export { OpenBatch } from '../result-batch.js';
