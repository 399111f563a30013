/** The sample streams as lines of text, keyed by name, for the command line and the server. */
import { accessLogLines } from './access-log-lines.js';
import { processEvents } from './process-stream.js';
import { shuffled } from './shuffled.js';
import { plantedRecords, STORY_NAMES, type StoryName } from './stories/index.js';

export const SAMPLE_NAMES = ['processes', 'access-log', ...STORY_NAMES] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

export interface SampleOptions {
  /** The same seed gives the same bytes. */
  readonly seed: number;
  /** Total number of lines; default endless. */
  readonly records?: number;
  /** Maximum delay of a line, in positions (approximate); default 0, in order. */
  readonly shuffle?: number;
  /** `processes` only: number of machines; default 200. */
  readonly sensors?: number;
  /** `processes` only: number of events per attack; default none. */
  readonly attackEvery?: number;
}

export function sampleLines(name: SampleName, options: SampleOptions): Iterable<string> {
  const inOrder = limited(linesOf(name, options), options.records ?? Infinity);
  return options.shuffle ? shuffled(inOrder, options.shuffle, options.seed) : inOrder;
}

/** Records of the demo: enough attacks to see some within seconds. */
const DEMO = { sensors: 20, attackEvery: 60 };

/** The records of a sample as JSON, without end; a line of text is a JSON string. */
export function* sampleValues(name: SampleName, seed: number): Generator<string, void, undefined> {
  const lines = linesOf(name, { seed, ...DEMO });
  for (const line of lines) yield name === 'access-log' ? JSON.stringify(line) : line;
}

function linesOf(name: SampleName, options: SampleOptions): Iterable<string> {
  if (name === 'access-log') return accessLogLines({ seed: options.seed });
  if (name === 'processes') return processLines(options);
  return plantedLines(name, options.seed);
}

function* processLines(options: SampleOptions): Generator<string, void, undefined> {
  for (const event of processEvents(options)) {
    yield JSON.stringify(event);
  }
}

function* plantedLines(name: StoryName, seed: number): Generator<string, void, undefined> {
  for (const { record } of plantedRecords(name, seed)) yield JSON.stringify(record);
}

function* limited<T>(items: Iterable<T>, count: number): Generator<T, void, undefined> {
  if (count <= 0) return;
  let given = 0;
  for (const item of items) {
    yield item;
    if (++given >= count) return;
  }
}
