/** Unique texts that cannot be guessed. UUIDs of an environment do not qualify: they are sequential. */
import { type Randomness } from '@weir/platform';

/** 32 hexadecimal digits; any part of them is random. */
export function freshText(random: Randomness): string {
  return Buffer.from(random.bytes16(), 'latin1').toString('hex');
}
