/**
 * The contents of each step, and approximate times, all determined by the seed. Faults are cards of a shuffled deck, so
 * that each kind occurs in any run of some minutes.
 */
import { SeededRandom } from '@weir/platform';
import type { Fault } from './faults/fault.js';

export interface PlannedFault {
  readonly fault: Fault;
  /** Seed for random choices of the fault itself. */
  readonly seed: number;
  readonly delayMillis: number;
  readonly holdMillis: number;
}

export interface Step {
  readonly number: number;
  /** Faults of the step overlap. */
  readonly faults: readonly PlannedFault[];
  /** Whether the system is brought to rest and checked after the step. */
  readonly isLastBeforeRest: boolean;
}

const LONGEST_DELAY_MILLIS = 800;
const LONGEST_HOLD_MILLIS = 2_500;
/** One step in three has two concurrent faults. */
const TWO_AT_ONCE = 1 / 3;
const REST_AFTER = 1 / 4;
/** Maximum number of steps without a rest. */
const LONGEST_UNREST = 6;

export function* schedule(seed: number, faults: readonly Fault[]): Generator<Step, never, undefined> {
  const random = new SeededRandom(seed);
  let deck: Fault[] = [];
  const draw = (): PlannedFault => {
    if (deck.length === 0) deck = shuffled(faults, random);
    return {
      fault: deck.pop()!,
      seed: random.below(2 ** 32),
      delayMillis: random.below(LONGEST_DELAY_MILLIS),
      holdMillis: random.below(LONGEST_HOLD_MILLIS),
    };
  };
  let unrest = 0;
  for (let number = 1; ; number++) {
    const planned = [draw()];
    if (random.chance(TWO_AT_ONCE)) planned.push(draw());
    const isLastBeforeRest = random.chance(REST_AFTER) || ++unrest >= LONGEST_UNREST;
    if (isLastBeforeRest) unrest = 0;
    yield { number, faults: planned, isLastBeforeRest };
  }
}

function shuffled(faults: readonly Fault[], random: SeededRandom): Fault[] {
  const deck = faults.flatMap(fault => Array.from({ length: fault.cards ?? 1 }, () => fault));
  for (let i = deck.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [deck[i], deck[other]] = [deck[other]!, deck[i]!];
  }
  return deck;
}
