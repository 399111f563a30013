/** Unique texts that cannot be guessed. UUIDs of an environment do not qualify: they are sequential. */
import { nodeIdToBytes, type Randomness } from '@weir/model';

/** 32 hexadecimal digits; any part of them is random. */
export function freshText(random: Randomness): string {
  return nodeIdToBytes(random.nodeId()).toString('hex');
}
