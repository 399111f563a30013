/** A run fails when the number of passes falls, and when a known gap closes. */
import type { Scenario } from './scenario.js';
import { TckReport } from './tck-report.js';

function scenario(name: string): Scenario {
  return {
    feature: 'F',
    name,
    tags: [],
    graph: 'empty',
    setup: [],
    procedures: [],
    parameters: {},
    executions: [],
  };
}

const GAPS = new Map([['F gap', 'a reason']]);
const cases: readonly (readonly [string, readonly string[], readonly string[], boolean])[] = [
  ['all as known', ['a', 'b'], ['gap'], true],
  ['something else fails', ['a'], ['gap', 'b'], false],
  ['the gap passes', ['a', 'b', 'gap'], [], false],
  ['the gap is of a scenario that is not there', ['a', 'b'], [], false],
];

test.each(cases)('%s', (_name, passing, failing, isGreen) => {
  const report = new TckReport(GAPS);
  for (const name of passing) report.add(scenario(name), { kind: 'passed' });
  for (const name of failing) report.add(scenario(name), { kind: 'failed', mismatch: 'another row' });
  expect(report.passed).toBe(passing.length);
  expect(report.isGreen && report.unknownGaps.length === 0).toBe(isGreen);
});
