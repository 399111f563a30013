/** Texts of the preview of records and of the query built from their fields. */
import { format } from './en.js';

const { many } = format;

export const wizardTexts = {
  title: 'First records',
  hint: 'See what the source contains, and build the query from its fields. Nothing is stored, and other readers of the source are not affected.',
  read: 'Read the first records',
  reading: 'Reading…',
  readAgain: 'Read again',
  records: (count: number) => many(count, 'record'),
  noRecords: 'The source has no record yet.',
  record: 'the record',
  wrong: (record: number, reason: string) => `Record ${record + 1}: ${reason}`,
  unique: 'a different value in each record',
  build: 'Build the query',
  node: (letter: string) => `Node ${letter}`,
  label: 'Label',
  id: 'Identified by',
  wholeRecord: 'the whole record',
  properties: 'Properties',
  allProperties: 'all fields of the record',
  addNode: 'Add a node',
  edge: 'Edge',
  addEdge: 'Add an edge',
  edgeType: 'Edge type',
  from: 'From',
  to: 'To',
  remove: 'Remove',
  edited: 'The query was edited, so the fields no longer change it.',
  useFields: 'Use the query of the fields',
  try: 'Try the query',
  trying: 'Trying…',
  tried: (done: number, read: number, nodes: number, edges: number) =>
    `The query ran for ${format.number(done)} of ${many(read, 'record')} and would write ${many(nodes, 'node')} and ${many(edges, 'edge')}.`,
  ended: {
    TIMEOUT: 'No further record arrived in time.',
    BYTES: 'Reading stopped at the limit of 16 MiB.',
    FAILURE: 'Reading failed.',
  } as Readonly<Record<string, string>>,
};
