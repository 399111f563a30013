/** `standing.wiretap`: the results of a standing query as rows, without end. */
import type { Value } from '@weir/model';
import type { TappedResult } from '../compiled-query.js';
import { isMap } from '../operations/value-kind.js';
import type { RunState } from '../run/run-state.js';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { StreamProcedure } from '../registry/procedure-definition.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function wiretap(state: RunState, [options]: readonly Value[]): AsyncIterable<Value[][]> {
  if (!isMap(options!)) throw wrongSignature('standing.wiretap', [options!]);
  const queries = state.context.standingQueries;
  if (queries === undefined) throw runtimeError('Standing queries are not available here');
  const unknown = Object.keys(options).filter(key => key !== 'name' && key !== 'id');
  if (unknown.length > 0) {
    throw runtimeError(`Unknown fields in options map: ${unknown.map(key => `\`${key}\``).join(', ')}`);
  }
  const number = queries.find(selector(options['name'] ?? null, options['id'] ?? null));
  if (number === undefined) {
    const [kind, value] = Object.entries(options)[0]!;
    throw runtimeError(`Cannot find standing query with ${kind} \`${String(value)}\``);
  }
  return rowsOf(queries.tap(number));
}

/** Not a generator: a generator that waits for the next result cannot be stopped until the result arrives. */
function rowsOf(tapped: AsyncIterable<readonly TappedResult[]>): AsyncIterable<Value[][]> {
  return {
    [Symbol.asyncIterator]() {
      const results = tapped[Symbol.asyncIterator]();
      return {
        async next() {
          const step = await results.next();
          if (step.done === true) return { done: true, value: undefined };
          return { done: false, value: step.value.map(({ data, meta }) => [data, meta]) };
        },
        async return() {
          await results.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function selector(name: Value, id: Value): { name: string } | { id: string } {
  if (name !== null && id !== null) throw runtimeError('Only one of `name` or `id` needs to be specified');
  if (typeof name === 'string') return { name };
  if (name !== null) throw wrongSignature('standing.wiretap', [name]);
  if (id === null) throw runtimeError('One of `name` or `id` needs to be specified');
  if (typeof id === 'string' && UUID.test(id)) return { id: id.toLowerCase() };
  throw runtimeError(`Expected standing query ID to be UUID, but got \`${String(id)}\``);
}

export const STANDING_WIRETAP: StreamProcedure = {
  kind: 'stream',
  name: 'standing.wiretap',
  description: 'The results of a standing query, by name or id, from now on',
  inputs: [{ name: 'options', type: 'MAP' }],
  requiredInputs: 1,
  outputs: [
    { name: 'data', type: 'MAP' },
    { name: 'meta', type: 'MAP' },
  ],
  mode: 'READ',
  stream: wiretap,
};
