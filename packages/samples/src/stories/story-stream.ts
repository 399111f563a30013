/**
 * Endless samples with a known answer: ordinary records, and between them the records of stories. A story is either
 * what a recipe looks for, or a near miss.
 */
import type { SeededRandom } from '@weir/platform';

/** The values that a recipe's standing query returns for one match. */
export type PlantedRow = Readonly<Record<string, string>>;

export interface PlantedRecord {
  /** Can be written as JSON. */
  readonly record: object;
  /** Results that this record completes. */
  readonly matches?: readonly PlantedRow[];
  /** Results that this record ends. */
  readonly retractions?: readonly PlantedRow[];
}

export interface StoryStream {
  readonly random: SeededRandom;
  /** Makes a record that belongs to no story. */
  ordinary(): object;
  /** Each makes the records of one story, in order; `serial` is unique to it. */
  readonly stories: readonly ((serial: number) => readonly PlantedRecord[])[];
}

const ONE_STORY_IN = 40;
const TURN_OF_A_STORY = 1 / 2;
/** Stories at a time, so that each ends soon. */
const MAXIMUM_BEGUN = 4;

/** Interleaves the stories with each other and with ordinary records. The records of one story keep their order. */
export function* storyStream({
  random,
  ordinary,
  stories,
}: StoryStream): Generator<PlantedRecord, never, undefined> {
  const begun: PlantedRecord[][] = [];
  for (let serial = 1; ;) {
    // In turn, so that a short sample has every story.
    const begins = begun.length < MAXIMUM_BEGUN && random.chance(1 / ONE_STORY_IN);
    if (begins) begun.push([...stories[serial % stories.length]!(serial++)]);
    if (begun.length > 0 && random.chance(TURN_OF_A_STORY)) {
      const story = random.pick(begun);
      yield story.shift()!;
      if (story.length === 0) begun.splice(begun.indexOf(story), 1);
    } else {
      yield { record: ordinary() };
    }
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Times of a sample, in milliseconds since the Unix epoch: each is up to two seconds after the one before. */
export class SampleClock {
  /** 2026-01-01T00:00:00Z. */
  private millis = 1_767_225_600_000;

  constructor(private readonly random: SeededRandom) {}

  next(): number {
    this.millis += this.random.below(2_000);
    return this.millis;
  }
}
