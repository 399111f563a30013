/**
 * `gen.*.from(x)`: values derived from a seed. The generator is Java's linear congruential one, so that the same seeds
 * give the same values as elsewhere.
 */
import { NodeValue, argumentHash, float, idFrom, integer } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import { define } from '../registry/define-function.js';
import { JavaRandom } from './java-random.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

function randomFrom(value: Value): JavaRandom {
  const words = argumentHash(value as Exclude<Value, null>);
  const low = BigInt(words[0]! >>> 0);
  const high = BigInt(words[1]! >>> 0);
  return new JavaRandom(BigInt.asIntN(64, (high << 32n) | low));
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function text(random: JavaRandom, size: number): string {
  let result = '';
  for (let i = 0; i < size; i++) result += LETTERS[random.nextInt(LETTERS.length)];
  return result;
}

function node(value: Value, size: number, budget: QueryBudget): Value {
  budget.list(size);
  charge(2 * size * size, budget);
  const random = randomFrom(value);
  const properties: ValueMap = {};
  for (let i = 0; i < size; i++) properties[String(i)] = text(random, 2 * size);
  return new NodeValue(idFrom([value])!, [], properties, true);
}

/** Call before drawing this many random characters or bytes. */
function charge(count: number, budget: QueryBudget): void {
  budget.string(count);
  budget.steps(count);
}

function generator(
  name: string,
  type: string,
  defaultSize: number,
  generate: (value: Value, size: number, budget: QueryBudget) => Value,
): FunctionDefinition {
  return define(
    `gen.${name}.from(x :: ANY, size :: INTEGER?) :: ${type}`,
    `A ${type} derived from a value`,
    ([value, size = defaultSize], { budget }) => {
      if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
      budget.walk(value!);
      return generate(value!, size, budget);
    },
    { loads: true, entities: name === 'node' ? 'always' : 'never' },
  );
}

export const GENERATE_FUNCTIONS: readonly FunctionDefinition[] = [
  generator('string', 'STRING', 8, (value, size, budget) => {
    charge(size, budget);
    return text(randomFrom(value), size);
  }),
  generator('integer', 'INTEGER', 2147483647, (value, size) =>
    size === 0 ? 0 : integer(randomFrom(value).nextLong() % BigInt(size))!,
  ),
  generator('float', 'FLOAT', 1, (value, size) => float(randomFrom(value).nextDouble() * size)),
  generator('boolean', 'BOOLEAN', 0, value => randomFrom(value).nextBoolean()),
  generator('bytes', 'BYTES', 12, (value, size, budget) => {
    charge(size, budget);
    return randomFrom(value).nextBytes(size);
  }),
  generator('node', 'NODE', 4, node),
];
