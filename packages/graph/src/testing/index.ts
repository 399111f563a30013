export { HostCluster, type HostClusterOptions } from './host-cluster.js';
export { SeededRandom } from './seeded-random.js';
export { resultsIn, type UnpackedResult } from './results-in.js';
