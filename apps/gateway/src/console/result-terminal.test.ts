import { resultTerminal } from './result-terminal.js';

test.each([
  [{}, true],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1' }, false],
  [{ TERM: 'dumb' }, false],
])('a terminal with %j', (environment, isColored) => {
  expect(resultTerminal(environment, true)).toMatchObject({ isColored });
  expect(resultTerminal(environment, false)).toBeUndefined();
});
