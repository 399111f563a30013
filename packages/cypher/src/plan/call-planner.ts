/** `CALL procedure(...) YIELD ... WHERE ...`. */
import type { Binding, Bindings } from '../expression/bindings.js';
import { Footprint } from '../footprint.js';
import { Filter } from '../operators/rows/filter.js';
import { Apply } from '../operators/nesting/apply.js';
import { ProcedureCall, ProcedureStream } from '../operators/nesting/procedure-call.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';
import type { CallProcedure, Expression } from '../syntax/index.js';
import { Plan, planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

export interface PlannedCall {
  readonly steps: readonly PlanStep[];
  readonly bindings: Map<string, Binding>;
  /** The result of a query that consists only of this call. */
  readonly columns: ReadonlyMap<string, Binding> | undefined;
}

export function planCall(context: PlanContext, clause: CallProcedure, bindings: Bindings): PlannedCall {
  const procedure = context.functions.procedure(clause.procedure);
  if (procedure === undefined) {
    throw context.error(
      `Failed to resolve procedure \`${clause.procedure}\``,
      clause.span,
      'ProcedureNotFound',
    );
  }
  if (procedure.scans === true) context.scans = true;
  if (procedure.mode === 'WRITE') context.writes = true;
  if (procedure.effect !== undefined) context.effects.add(procedure.effect);
  if (procedure.idempotent === false) {
    context.idempotent = false;
    context.takesAway = true;
  }
  const args = argumentsOf(context, clause, procedure).map(argument => context.compile(argument, bindings));
  const scope = new Map(bindings);
  const columns = new Map<string, Binding>();
  const yields = yieldsOf(context, clause, procedure).map(({ output, name }) => {
    const slot = context.slots.allocate();
    const binding: Binding = { slot, kind: 'unknown' };
    scope.set(name, binding);
    columns.set(name, binding);
    return { output, slot };
  });
  const reads = new Footprint();
  reads.addAll();
  const writes = new Footprint();
  if (procedure.mode === 'WRITE') writes.addAll();
  const evaluators = args.map(argument => argument.evaluate);
  const call = planStep({
    operatorType: 'ProcedureCall',
    args: { procedure: procedure.name },
    identifiers: [...columns.keys()],
    reads,
    writes,
    open:
      procedure.kind === 'batch'
        ? (state, source) => new ProcedureCall(state, source, { procedure, arguments: evaluators, yields })
        : (state, source) => new ProcedureStream(state, source, { procedure, arguments: evaluators, yields }),
  });
  // The arguments of a row may read what the call for the previous row wrote.
  const inTurns = procedure.mode === 'WRITE' && args.some(argument => !argument.reads.isEmpty);
  const steps: PlanStep[] = [inTurns ? oneByOne(context, call) : call];
  if (clause.where !== undefined) {
    const predicate = context.compile(clause.where, scope);
    steps.push(
      planStep({
        operatorType: 'Filter',
        keepsRows: true,
        open: (state, source) => new Filter(state, source, predicate),
      }),
    );
  }
  return { steps, bindings: scope, columns: columns.size > 0 ? columns : undefined };
}

/** Wraps the step so that it finishes each row before it begins the next. */
function oneByOne({ partition }: PlanContext, step: PlanStep): PlanStep {
  const inner = new Plan([step]);
  const spec = { inner, partition, optional: undefined, unit: false, oneByOne: true };
  return planStep({
    operatorType: 'OneByOne',
    inner: [inner],
    open: (state, source) => new Apply(state, source, spec),
  });
}

/** Without parentheses the arguments are the parameters of the same names. */
function argumentsOf(
  context: PlanContext,
  clause: CallProcedure,
  procedure: ProcedureDefinition,
): readonly Expression[] {
  if (clause.arguments === undefined) {
    return procedure.inputs
      .slice(0, procedure.requiredInputs)
      .map(({ name }): Expression => ({ kind: 'parameter', name, span: clause.span }));
  }
  const count = clause.arguments.length;
  if (count < procedure.requiredInputs || count > procedure.inputs.length) {
    throw context.error(
      `Procedure \`${procedure.name}\` takes ${procedure.requiredInputs} to ${procedure.inputs.length} arguments, not ${count}`,
      clause.span,
      'InvalidNumberOfArguments',
    );
  }
  return clause.arguments;
}

function yieldsOf(
  context: PlanContext,
  clause: CallProcedure,
  procedure: ProcedureDefinition,
): { output: number; name: string }[] {
  if (clause.yields === undefined || clause.yields === '*') {
    return procedure.outputs.map(({ name }, output) => ({ output, name }));
  }
  return clause.yields.map(item => {
    const output = procedure.outputs.findIndex(field => field.name === item.output);
    if (output < 0) {
      const valid = procedure.outputs.map(field => field.name).join(',');
      throw context.error(
        `Procedure does not have output(s): ${item.output}. Valid outputs are: ${valid}`,
        item.span,
        'UndefinedVariable',
      );
    }
    return { output, name: item.variable.name };
  });
}
