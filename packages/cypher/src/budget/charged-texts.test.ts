/**
 * Every function that creates a text charges its length: a query that collects such texts otherwise fills the memory,
 * and never reaches the place where it checks its time limit.
 */
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { BUILT_IN } from '../query/built-in-registry.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import type { RunState } from '../run/run-state.js';
import { testEnvironment } from '../testing/test-environment.js';
import { QueryBudget } from './query-budget.js';

const QUOTES = '"\\'.repeat(30_000);
const ARGUMENTS: readonly Value[] = [
  QUOTES,
  'aé %'.repeat(15_000),
  '\u0001'.repeat(60_000),
  [QUOTES, QUOTES],
  { a: QUOTES },
  new Uint8Array(60_000),
  ',',
  '',
  50_000,
];

function argumentLists(count: number): Value[][] {
  if (count === 0) return [[]];
  return argumentLists(count - 1).flatMap(list => ARGUMENTS.map(value => [...list, value]));
}

function textsOf(value: Value): readonly string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}

/** Characters for which V8 needs new memory: a slice of an argument shares its memory, and a concatenation may. */
function charactersCreated(result: Value | undefined, args: readonly Value[]): number {
  const given = args.flatMap(textsOf);
  const created = textsOf(result ?? null).filter(text => !given.some(each => each.includes(text)));
  const longest = Math.max(0, ...given.map(text => text.length));
  return created.reduce((sum, text) => sum + text.length, -longest);
}

function uncharged({ evaluate }: FunctionDefinition, args: readonly Value[]): boolean {
  const budget = new QueryBudget();
  const state: Partial<RunState> = { budget, environment: testEnvironment() };
  let result: Value | undefined;
  try {
    result = evaluate(args, state as RunState);
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    return false;
  }
  const created = charactersCreated(result, args);
  return created > 1000 && budget.bytesMade < created;
}

const FUNCTIONS = [...BUILT_IN.functions()].filter(each => each.usesState !== true);

test.each(FUNCTIONS.map(definition => [definition.name, definition] as const))(
  '%s charges the texts that it creates',
  (_name, definition) => {
    const most = Math.min(definition.arguments.max, definition.arguments.min + 1, 3);
    for (let count = definition.arguments.min; count <= most; count++) {
      const lists = argumentLists(count).filter(args => uncharged(definition, args));
      expect(lists.map(args => args.map(each => String(each).slice(0, 20)))).toEqual([]);
    }
  },
);
