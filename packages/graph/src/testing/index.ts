export { WorkerCluster, type WorkerClusterOptions } from './worker-cluster.js';
export { SeededRandom } from '@weir/platform';
export { resultsIn, type UnpackedResult } from './results-in.js';
export { halfEdgeMismatches } from './half-edge-mismatches.js';
export { OpenBatch } from '../results/result-batch.js';
