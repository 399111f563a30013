/** Constant expressions may cost little at compile time, and share one limit per query. */
import type { FunctionDefinition } from '../registry/function-definition.js';
import { compileQuery } from '../query/compile-query.js';

const STEPS_PER_CALL = 50_000;

/** A function that counts its calls; each takes many steps. */
function costly(calls: { count: number }, extra: Partial<FunctionDefinition> = {}): FunctionDefinition {
  return {
    name: 'costly',
    signatures: ['costly(x :: ANY) :: ANY'],
    description: 'Takes many steps',
    arguments: { min: 1, max: 1 },
    evaluate: ([value], { budget }) => {
      budget.steps(STEPS_PER_CALL);
      calls.count++;
      return value!;
    },
    ...extra,
  };
}

function callsWhileCompiling(count: number, extra: Partial<FunctionDefinition> = {}): number {
  const calls = { count: 0 };
  const items = Array.from({ length: count }, (_, i) => `costly('${i}') AS x${i}`).join(', ');
  compileQuery(`RETURN ${items}`, { extensions: { functions: [costly(calls, extra)] } });
  return calls.count;
}

test('computes a constant call at compile time', () => {
  expect(callsWhileCompiling(3)).toBe(3);
});

test('the constant calls of a query share one limit of steps', () => {
  expect(callsWhileCompiling(1000)).toBeLessThan(30);
});

test('leaves a call with a regular expression to the run', () => {
  expect(callsWhileCompiling(1, { arguments: { min: 1, max: 1, regex: 0 } })).toBe(0);
});
