/** Lists the available functions and procedures; logs and waits. */
import { valueText } from '@weir/model';
import type { Value } from '@weir/model';
import type { LogLevel } from '@weir/platform';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';
import type { FunctionRegistry } from '../registry/function-registry.js';
import { defineProcedure } from '../registry/define-procedure.js';
import { procedureSignature } from '../registry/procedure-definition.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

function functionRows(registry: FunctionRegistry): Value[][] {
  return [...registry.functions(), ...registry.aggregates()].flatMap(({ name, signatures, description }) =>
    signatures.map(signature => [name, signature, description]),
  );
}

/**
 * @param registry returns the registry that contains these procedures.
 * @param builtIn returns the built-in registry.
 */
export function helpProcedures(
  registry: () => FunctionRegistry,
  builtIn: () => FunctionRegistry,
): readonly ProcedureDefinition[] {
  return [
    defineProcedure(
      'help.builtins() :: (name :: STRING, signature :: STRING, description :: STRING)',
      'READ',
      'Built-in functions and aggregating functions',
      () => functionRows(builtIn()),
    ),
    defineProcedure(
      'help.functions() :: (name :: STRING, signature :: STRING, description :: STRING)',
      'READ',
      'All functions and aggregating functions',
      () => functionRows(registry()),
    ),
    defineProcedure(
      'help.procedures() :: (name :: STRING, signature :: STRING, description :: STRING, mode :: STRING)',
      'READ',
      'All procedures',
      () =>
        registry()
          .procedures()
          .map(procedure => [
            procedure.name,
            procedureSignature(procedure),
            procedure.description,
            procedure.mode,
          ]),
    ),
  ];
}

const LEVELS: Record<string, LogLevel> = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  debug: 'debug',
  trace: 'debug',
};

function log(state: RunState, args: readonly Value[]): Value[][] {
  const [level, value] = args.length === 1 ? ['warn', args[0]!] : [args[0]!, args[1]!];
  const name = typeof level === 'string' ? level.toLowerCase() : 'warn';
  const text = typeof value === 'string' ? JSON.stringify(value) : valueText(value);
  state.environment.logger.log(Object.hasOwn(LEVELS, name) ? LEVELS[name]! : 'warn', text);
  return [[text]];
}

function sleep(state: RunState, args: readonly Value[]): Promise<Value[][]> {
  const [millis] = args;
  if (typeof millis !== 'number' || !Number.isSafeInteger(millis)) throw wrongSignature('util.sleep', args);
  if (millis < 0) throw runtimeError(`Cannot sleep for negative duration: ${millis} ms`);
  return new Promise((resolve, reject) => {
    let leave = (): void => undefined;
    const stopTimer = state.environment.scheduler.after(millis, () => {
      leave();
      resolve([]);
    });
    leave =
      state.cancellation?.onCancel(reason => {
        stopTimer();
        reject(reason);
      }) ?? leave;
  });
}

export const UTILITY_PROCEDURES: readonly ProcedureDefinition[] = [
  defineProcedure('log(level :: ANY, value :: ANY?) :: (log :: STRING)', 'READ', 'Logs a value', log, {
    nullArguments: true,
    effect: 'logs',
  }),
  defineProcedure('util.sleep(millis :: INTEGER) :: VOID', 'READ', 'Waits', sleep),
];
