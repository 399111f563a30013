/** Texts of questions without Cypher, and of the drawn schema. */
import { format } from './en.js';

const { many, number } = format;

export const askText = {
  label: 'Question',
  hint: 'A label, a value such as cmd.exe, or a saved question',
  hintNode: 'A condition such as pid >= 600, or an edge',
  hintEdge: 'A label, or a number of steps such as 1 to 4',
  pattern: 'Pattern',
  offers: 'Suggestions',
  offered: (count: number) => many(count, 'suggestion'),
  nothing: 'No suggestion. Write a condition such as name is cmd.exe.',
  anyNode: 'any node',
  anyEdge: 'any edge',
  edge: { out: (type: string) => `${type} →`, in: (type: string) => `← ${type}` },
  edgeWords: { out: (type: string) => `${type}, outgoing`, in: (type: string) => `${type}, incoming` },
  steps: (least: number, most: number) =>
    least === most ? many(least, 'step') : `${number(least)} to ${many(most, 'step')}`,
  saved: (name: string) => `Saved: ${name}`,
  run: 'Run',
  limit: 'At most',
  results: 'results',
  edit: 'Edit as Cypher',
  cypher: 'Query',
  empty: 'The Cypher query appears here.',
  groups: {
    condition: 'Condition',
    labels: 'Labels',
    ends: 'Other end',
    edges: 'Edges',
    otherEdges: 'Edges not seen at this label',
    values: 'Values',
    keys: 'Properties',
    tests: 'Comparison',
    steps: 'Steps',
    change: 'Change',
    saved: 'Saved questions',
    quick: 'Quick queries of the selection',
    selected: 'Selection',
  },
  sample: 'Read from a sample of 1,000 nodes and the canvas',
  sampledValues: 'Values of a sample and the canvas',
  property: 'property',
  savedHere: 'saved query',
  startSelected: (name: string) => `Start from ${name}`,
  remove: (name: string) => `Remove ${name} and what follows`,
  turn: 'Turn the direction',
};

export const schemaText = {
  title: 'Schema of the graph',
  drawing: 'Labels and edge types',
  noLabel: 'no label',
  sample: 'The connections are read from a sample of 1,000 nodes; others may exist.',
  exact: 'Counts are of the whole graph.',
  estimated: 'The counts are estimates.',
  hint: 'Click a label or an edge type to query it.',
  ofType: (count: number) => `${many(count, 'edge')} of this type`,
  apart: 'Without edges in the sample',
  firstOf: (count: number, all: number) =>
    `The drawing has the ${number(count)} most frequent of ${many(all, 'label')}.`,
  none: 'The sample has no edges.',
};
