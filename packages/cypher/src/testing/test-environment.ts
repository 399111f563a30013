/** A test environment with a controlled clock and seeded randomness. */
import { SILENT, SeededRandom } from '@weir/platform';
import type { Environment } from '@weir/platform';

export interface TestEnvironment extends Environment {
  /** The clock's time in milliseconds since the Unix epoch. */
  millis: number;
}

/** @param seed the same seed gives the same ids and random numbers. */
export function testEnvironment(seed = 1): TestEnvironment {
  const random = new SeededRandom(seed);
  const bytes = (): Uint8Array => Uint8Array.from({ length: 16 }, () => random.below(256));
  const bytes16 = (): string => {
    const id = bytes();
    id[6] = (id[6]! & 0x0f) | 0x40;
    id[8] = (id[8]! & 0x3f) | 0x80;
    return Buffer.from(id).toString('latin1');
  };
  const environment: TestEnvironment = {
    millis: 1_700_000_000_000,
    clock: { now: () => environment.millis },
    random: {
      next: () => random.next(),
      bytes16,
      uuid: () => {
        const hex = Buffer.from(bytes16(), 'latin1').toString('hex');
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      },
    },
    scheduler: {
      soon: task => queueMicrotask(task),
      after: () => () => undefined,
    },
    logger: SILENT,
  };
  return environment;
}
