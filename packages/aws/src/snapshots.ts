export { s3SnapshotsReference } from './snapshots/s3-location.js';
