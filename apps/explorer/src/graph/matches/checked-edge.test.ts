import { stateOfEdge } from './checked-edge.js';

test.each([
  ['a neighbour matches', 'inner', 1, 1, false, 'yes'],
  ['one more is needed', 'inner', 2, 1, true, 'no'],
  ['none matches', 'inner', 1, 0, true, 'no'],
  ['there is none, whatever the node is', 'inner', 0, 0, false, 'no'],
  ['nobody has asked the neighbour, as the node itself does not fit', 'inner', 1, 0, false, 'open'],
  ['the same where it must only be there', 'semi', 3, 0, false, 'open'],
  ['none may match, and none does', 'anti', 2, 0, false, 'yes'],
  ['none may match, and one does', 'anti', 2, 1, true, 'no'],
  ['it need not be there', 'optional', 0, 0, false, 'yes'],
] as const)('%s', (_what, mode, neighbours, matchingCount, isMissing, state) =>
  expect(stateOfEdge({ mode, neighbours, matchingCount, isMissing })).toBe(state),
);
