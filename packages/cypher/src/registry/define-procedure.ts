/**
 * Shorthand for the tables of procedures, for procedures that handle calls one at a time. Imported by extensions: keep
 * it light.
 */
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { RunState } from '../run/run-state.js';
import { inSequence } from '../run/in-sequence.js';
import type { BatchProcedure, ProcedureField } from './procedure-definition.js';

export type CallProcedure = (state: RunState, args: readonly Value[]) => MaybePromise<readonly Value[][]>;

export function defineProcedure(
  /** `name(a :: T, b :: T?) :: (out :: T)`, or `:: VOID`; `?` marks optional inputs. */
  signature: string,
  mode: 'READ' | 'WRITE',
  description: string,
  call: CallProcedure,
  extra: Partial<BatchProcedure> = {},
): BatchProcedure {
  const [, name, inputText, outputText] = /^([\w.]+)\((.*?)\) :: (.*)$/.exec(signature)!;
  const inputs = fieldsOf(inputText!);
  const outputs = outputText === 'VOID' ? [] : fieldsOf(outputText!.slice(1, -1));
  return {
    kind: 'batch',
    name: name!,
    description,
    inputs,
    requiredInputs: inputText!.split(',').filter(part => part.trim() !== '' && !part.includes('?')).length,
    outputs,
    mode,
    run: (state, calls) => {
      const results: (readonly Value[][])[] = [];
      const done = inSequence(calls.length, i => {
        const rows = call(state, calls[i]!);
        if (rows instanceof Promise) return rows.then(found => void (results[i] = found));
        results[i] = rows;
        return undefined;
      });
      return done instanceof Promise ? done.then(() => results) : results;
    },
    ...extra,
  };
}

function fieldsOf(text: string): ProcedureField[] {
  if (text.trim() === '') return [];
  return text.split(',').map(part => {
    const [name, type] = part.split('::').map(piece => piece.trim());
    return { name: name!, type: type!.replace('?', '') };
  });
}
