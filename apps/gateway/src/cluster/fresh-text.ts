/** Texts that nobody has had, and nobody can guess. UUIDs of an environment are no such: they follow each other. */
import { nodeIdToBytes, type Randomness } from '@weir/model';

/** Letters and digits, 32 of them; any part of them is random. */
export function freshText(random: Randomness): string {
  return nodeIdToBytes(random.nodeId()).toString('hex');
}
