/** Procedures that run a query given as text. Its parameters are also variables in that query. */
import { mapSet } from '@weir/model';
import { Cancellation } from '@weir/platform';
import type { Row, RowStream } from '../compiled-query.js';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';
import { isList, isMap } from '../operations/value-kind.js';
import { checkEffects } from '../query-effect.js';
import type { ProcedureField, StreamProcedure } from '../registry/procedure-definition.js';

const VALUE: readonly ProcedureField[] = [{ name: 'value', type: 'MAP' }];

/** Returns each row of the query as a map in a row of one column. */
async function* rowsOf(
  state: RunState,
  text: string,
  parameters: ValueMap,
  cancellation = state.cancellation,
): AsyncIterable<Value[][]> {
  if (text.trim() === '') {
    yield [[{}]];
    return;
  }
  const names = Object.keys(parameters);
  const { deadline } = state.context;
  const query = state.compileInner(text, names, { clock: state.environment.clock, deadline });
  checkEffects(query.effects, state.context.allowedEffects);
  const stream: RowStream = query.run({ ...state.context, cancellation, caller: state.budget }, [
    names.map(name => parameters[name]!),
  ]);
  try {
    for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) {
      yield rows.map(row => [asMap(query.columns, row)]);
    }
  } finally {
    stream.close();
    if (!query.isReadOnly) state.written();
  }
}

function asMap(columns: readonly string[], row: Row): ValueMap {
  const map: ValueMap = {};
  columns.forEach((column, i) => mapSet(map, column, row[i]!));
  return map;
}

function inner(
  name: string,
  inputs: readonly (readonly [name: string, type: string])[],
  requiredInputs: number,
  description: string,
  stream: StreamProcedure['stream'],
): StreamProcedure {
  return {
    kind: 'stream',
    name,
    description,
    inputs: inputs.map(([input, type]) => ({ name: input, type })),
    requiredInputs,
    outputs: VALUE,
    mode: 'WRITE',
    idempotent: false,
    nullArguments: true,
    stream,
  };
}

function checked(name: string, query: Value, parameters: Value, args: readonly Value[]): [string, ValueMap] {
  if (typeof query !== 'string' || !isMap(parameters)) throw wrongSignature(name, args);
  return [query, parameters];
}

/** Returns the query after the first true condition. */
function chosen(conditionals: Value, otherwise: Value): Value {
  if (!isList(conditionals)) throw wrongSignature('cypher.do.case', [conditionals]);
  if (conditionals.length % 2 !== 0) {
    throw runtimeError('`cypher.do.case` expects each condition to be followed by a query');
  }
  for (let i = 0; i < conditionals.length; i += 2) if (conditionals[i] === true) return conditionals[i + 1]!;
  return otherwise;
}

async function* timeboxed(state: RunState, args: readonly Value[]): AsyncIterable<Value[][]> {
  const [query, parameters, millis] = args;
  if (typeof millis !== 'number') throw wrongSignature('cypher.runTimeboxed', args);
  const box = new Cancellation();
  const over = new Error('the time limit was exceeded');
  const stopTimer = state.environment.scheduler.after(millis, () => box.cancel(over));
  const leave = state.cancellation?.onCancel(reason => box.cancel(reason));
  try {
    yield* rowsOf(state, ...checked('cypher.runTimeboxed', query!, parameters!, args), box);
  } catch (error) {
    // This error is the requested end; the rows so far are the result.
    if (error !== over) throw error;
  } finally {
    stopTimer();
    leave?.();
  }
}

export const INNER_QUERIES: readonly StreamProcedure[] = [
  inner(
    'do.when',
    [
      ['condition', 'BOOLEAN'],
      ['ifQuery', 'STRING'],
      ['elseQuery', 'STRING'],
      ['params', 'MAP'],
    ],
    2,
    'Runs one of two queries',
    (state, args) => {
      const [condition, ifQuery, elseQuery = '', parameters = {}] = args;
      return rowsOf(
        state,
        ...checked('do.when', condition === true ? ifQuery! : elseQuery, parameters, args),
      );
    },
  ),
  inner(
    'cypher.doIt',
    [
      ['query', 'STRING'],
      ['params', 'MAP'],
    ],
    1,
    'Runs a query',
    (state, args) => rowsOf(state, ...checked('cypher.doIt', args[0]!, args[1] ?? {}, args)),
  ),
  inner(
    'cypher.do.case',
    [
      ['conditionals', 'LIST OF ANY'],
      ['elseQuery', 'STRING'],
      ['params', 'MAP'],
    ],
    1,
    'Runs the query after the first condition that is true',
    (state, args) => {
      const [conditionals, elseQuery = '', parameters = {}] = args;
      return rowsOf(state, ...checked('cypher.do.case', chosen(conditionals!, elseQuery), parameters, args));
    },
  ),
  inner(
    'cypher.runTimeboxed',
    [
      ['query', 'STRING'],
      ['params', 'MAP'],
      ['timeoutMillis', 'INTEGER'],
    ],
    3,
    'Runs a query with a time limit',
    timeboxed,
  ),
];
