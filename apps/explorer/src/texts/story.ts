/** Texts about one match, and about why a node matches a pattern. */
import { format } from './en.js';

export const storyTexts = {
  title: 'Match',
  back: 'Back to the list',
  travel: 'Travel to this moment',
  pattern: (isEnded: boolean, areAllMet: boolean) =>
    !isEnded ? 'Why it matches' : areAllMet ? 'All conditions hold again' : 'Conditions that fail now',
  noPattern: 'This match names no node, so it cannot be explained. Return the id of a node in its pattern.',
  namesNoNode: 'This match names no node, so it cannot be drawn. Return the id of a node in its pattern.',
  missing: 'no node yet',
  states: { holds: 'Holds', fails: 'Does not hold', missing: 'Missing', open: 'Not evaluated yet' },
  data: 'Data',
  timeline: 'History of its nodes, newest first',
  all: (count: number) => `Show all ${format.number(count)}`,
  earlier: 'earlier',
  noRecord: 'No record is known: an ad hoc query wrote the data, or it existed before.',
  noProvenance: 'To see them, turn on "Record which records caused each match" in the standing query.',
};

export const whyTexts = {
  title: (matches: boolean | undefined) =>
    matches === undefined ? 'Does it match?' : matches ? 'Why it matches' : 'Why does it not match?',
  matches: 'It matches.',
  missing: 'It does not match yet. Missing:',
  unknown: 'This node has never been written.',
  onNode: 'Conditions one by one',
  takesPart: (variables: readonly string[]) =>
    `It meets all conditions of the pattern for ${variables.join(', ')}.`,
  root: 'the returned node',
  found: (found: string) => `the value is ${found}`,
  neighbours: (matching: number, all: number) =>
    `${format.number(matching)} of ${format.many(all, 'neighbor')} ${matching === 1 ? 'matches' : 'match'}`,
  notEvaluated: (all: number) => `${format.many(all, 'neighbor')}, checked once the conditions above hold`,
  notAsked: 'Not evaluated yet.',
  draw: 'Draw',
  results: (count: number) => format.many(count, 'result'),
  further: 'Other nodes on the path',
};
