export { prepareDeltaSharing } from './source/prepare-delta-sharing.js';
