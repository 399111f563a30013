import type { Footprint } from '../footprint.js';
import { ReadPart } from '../node-view.js';
import type { ScanRequest } from '../graph-access.js';

/** Returns data that a query's scans should return, so that it need not be read node by node. */
export function scanRequestOf(reads: Footprint, again: boolean): ScanRequest {
  const keys = reads.allProperties ? undefined : [...reads.properties];
  let parts = 0;
  if (keys === undefined || keys.length > 0) parts |= ReadPart.Properties;
  if (reads.labels) parts |= ReadPart.Labels;
  return { parts, keys, again };
}
