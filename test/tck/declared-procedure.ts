/**
 * The kit declares procedures by a table of their results: a call returns the outputs of the rows with the given
 * inputs.
 */
import type { ProcedureDefinition } from '@weir/cypher';
import type { Value } from '@weir/model';
import { kitParameter, kitText, kitValue } from './kit-value.js';
import { procedureSignature } from './procedure-signature.js';
import type { ProcedureDeclaration } from './scenario.js';

export function declaredProcedure(declaration: ProcedureDeclaration): ProcedureDefinition {
  const [name, { inputs, outputs }] = procedureSignature(declaration.signature);
  const rows = declaration.table.rows.map(row => row.map(kitParameter));
  const field = ({ name, type }: { name: string; type?: string }): { name: string; type: string } => ({
    name,
    type: type ?? 'ANY',
  });
  return {
    kind: 'batch',
    name,
    description: 'Declared by the conformance kit',
    inputs: inputs.map(field),
    requiredInputs: inputs.length,
    outputs: outputs.map(field),
    mode: 'READ',
    nullArguments: true,
    run: (_, calls) =>
      calls.map(args =>
        rows
          .filter(row => args.every((argument, index) => isSame(argument, row[index]!)))
          .map(row => row.slice(inputs.length)),
      ),
  };
}

/** An integer may be passed for a float. */
function isSame(given: Value, declared: Value): boolean {
  const text = (value: Value): string => kitText(kitValue(value)).replace(/^float /, '');
  return text(given) === text(declared);
}
