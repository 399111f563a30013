/** One extension of each type, as a program would write them. For this package's own tests. */
import {
  defineFunction,
  defineProcedure,
  engineValues,
  type ExtensionFactory,
  float,
  isInteger,
  NodeValue,
  type Value,
  WeirError,
} from '@weir/cypher/extension';

export const extensions: ExtensionFactory = ({ greeting = 'Hello' }) => ({
  functions: [
    defineFunction('demo.greet(name :: STRING) :: STRING', 'Greets', ([name]) =>
      typeof name === 'string' ? `${String(greeting)}, ${name}` : undefined,
    ),
    defineFunction('demo.type(value :: ANY) :: STRING', 'The type of a value', ([value]) =>
      engineValues().typeName(value!),
    ),
    defineFunction('demo.nextDay(day :: DATE) :: DATE', 'The day after', ([day]) =>
      day instanceof engineValues().LocalDate ? day.plusDays(1) : undefined,
    ),
    defineFunction(
      'demo.nameOf(node :: NODE) :: STRING',
      'What a node says of its name',
      ([node]) => (node instanceof NodeValue ? (node.properties['name'] ?? null) : undefined),
      { loads: true },
    ),
    defineFunction('demo.refuse(reason :: STRING) :: ANY', 'Fails', ([reason]) => {
      throw new WeirError('cypher.runtime', String(reason));
    }),
  ],
  aggregates: [
    {
      name: 'demo.product',
      signatures: ['demo.product(value :: NUMBER) :: FLOAT'],
      description: 'All values multiplied',
      arguments: { min: 1, max: 1 },
      create: () => {
        let product = 1;
        return {
          add: ([value]) => {
            if (typeof value === 'number') product *= value;
          },
          result: () => float(product),
        };
      },
    },
  ],
  procedures: [
    defineProcedure(
      'demo.count(to :: INTEGER) :: (value :: INTEGER)',
      'READ',
      'Counts from 1',
      (_state, [to]) => {
        const rows: Value[][] = [];
        for (let i = 1; isInteger(to!) && i <= Number(to); i++) rows.push([i]);
        return rows;
      },
    ),
    {
      kind: 'stream',
      name: 'demo.forever',
      description: 'Counts from 1 without end',
      inputs: [],
      requiredInputs: 0,
      outputs: [{ name: 'value', type: 'INTEGER' }],
      mode: 'READ',
      stream: async function* () {
        for (let i = 1; ; i++) yield [[await Promise.resolve(i)]];
      },
    },
  ],
});

export const GREETING_EXTENSIONS = { module: import.meta.url, options: { greeting: 'Good morning' } };
