/** Checks the CALL of a procedure against its signature. */
import type * as ast from '../ast/ast.js';
import type { CheckContext } from './check-context.js';
import { contextOf, type ExpressionChecker } from './expression-checker.js';
import type { ProcedureField, ProcedureSignature } from './semantic-facts.js';
import { isCertainlyNot, typeName, type ScalarType, type StaticType } from './static-type.js';
import type { TypeScope } from './type-scope.js';

/** Only types that procedures do not convert from others (a node may be given by its id). */
const ACCEPTED: ReadonlyMap<string, readonly ScalarType[]> = new Map([
  ['BOOLEAN', ['boolean']],
  ['FLOAT', ['integer', 'float']],
  ['INTEGER', ['integer']],
  ['NUMBER', ['integer', 'float']],
  ['STRING', ['string']],
] as const);

/**
 * @param isStandalone whether the call is the whole query. @returns the resulting scope, with WHERE not yet checked.
 */
export function checkProcedureCall(
  call: ast.CallProcedure,
  scope: TypeScope,
  isStandalone: boolean,
  context: CheckContext,
  expressions: ExpressionChecker,
): TypeScope {
  const findProcedure = context.options.procedure;
  const signature = findProcedure?.(call.procedure);
  if (findProcedure && signature === undefined) {
    context.failToResolve('procedure', call.procedure, 'ProcedureNotFound', call.span);
  }
  checkForm(call, signature, isStandalone, context);
  checkArguments(call, signature, scope, context, expressions);
  return checkYields(call, signature, scope, isStandalone, context);
}

function checkForm(
  call: ast.CallProcedure,
  signature: ProcedureSignature | undefined,
  isStandalone: boolean,
  context: CheckContext,
): void {
  if (isStandalone || call.isCommand) return;
  if (call.arguments === undefined) {
    const message =
      'Procedure call inside a query does not support passing arguments implicitly ' +
      '(pass explicitly after procedure name instead)';
    context.fail('InvalidArgumentPassingMode', message, call.span);
  }
  const isImplicit =
    call.yields === '*' || (call.yields === undefined && (signature?.outputs.length ?? 0) > 0);
  if (!isImplicit) return;
  const message =
    'Procedure call inside a query does not support naming results implicitly ' +
    '(name explicitly using `YIELD` instead)';
  context.fail('UnexpectedSyntax', message, call.span);
}

function checkArguments(
  call: ast.CallProcedure,
  signature: ProcedureSignature | undefined,
  scope: TypeScope,
  context: CheckContext,
  expressions: ExpressionChecker,
): void {
  if (call.arguments === undefined) {
    for (const input of signature?.inputs ?? []) context.parameters.add(input.name);
    return;
  }
  const types = call.arguments.map(argument => expressions.check(argument, contextOf(scope)));
  if (signature === undefined) return;
  const most = signature.inputs.length;
  const fewest = signature.requiredInputs ?? most;
  if (types.length < fewest || types.length > most) {
    const wanted = fewest === most ? most : `${fewest} to ${most}`;
    const message = `Procedure \`${call.procedure}\` takes ${wanted} arguments, but got ${types.length}`;
    context.fail('InvalidNumberOfArguments', message, call.span);
  }
  for (const [index, type] of types.entries()) {
    checkType(call.arguments[index]!, type, signature.inputs[index]!, context);
  }
}

function checkType(
  argument: ast.Expression,
  type: StaticType,
  input: ProcedureField,
  context: CheckContext,
): void {
  const accepted = ACCEPTED.get(input.type ?? 'ANY');
  if (accepted === undefined || !isCertainlyNot(type, ...accepted)) return;
  const message = `Type mismatch: argument \`${input.name}\` must be ${input.type} but was ${typeName(type)}`;
  context.fail('InvalidArgumentType', message, argument.span);
}

function checkYields(
  call: ast.CallProcedure,
  signature: ProcedureSignature | undefined,
  scope: TypeScope,
  isStandalone: boolean,
  context: CheckContext,
): TypeScope {
  let bound = scope;
  if (call.yields === undefined || call.yields === '*') {
    const outputs = isStandalone || call.isCommand ? (signature?.outputs ?? []) : [];
    for (const output of outputs) bound = bound.with(output.name, 'any', context.budget);
    return bound;
  }
  for (const item of call.yields) {
    const output = signature?.outputs.find(field => field.name === item.output);
    if (signature && output === undefined) {
      const valid = signature.outputs.map(field => field.name).join(',');
      const message = `Procedure does not have output(s): ${item.output}. Valid outputs are: ${valid}`;
      context.fail('UnknownOutput', message, item.span);
    }
    if (bound.has(item.variable.name)) {
      const message = `Variable \`${item.variable.name}\` already declared`;
      context.fail('VariableAlreadyBound', message, item.variable.span);
    }
    bound = bound.with(item.variable.name, output ? outputType(output) : 'any', context.budget);
  }
  return bound;
}

function outputType(output: ProcedureField): StaticType {
  if (output.type === 'NODE') return 'node';
  return output.type === 'RELATIONSHIP' ? 'relationship' : 'any';
}
