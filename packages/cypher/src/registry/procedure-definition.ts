/** Definition of a procedure: the contract for built-in ones and for embedding programs. */
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { RunState } from '../run/run-state.js';
import type { QueryEffect } from '../query-effect.js';

export interface ProcedureField {
  readonly name: string;
  /** Display form: INTEGER, STRING, NODE, LIST OF ANY, ... */
  readonly type: string;
}

interface ProcedureBase {
  /** Display name; calls ignore case. */
  readonly name: string;
  readonly description: string;
  readonly inputs: readonly ProcedureField[];
  /** Number of required `inputs`. */
  readonly requiredInputs: number;
  /** If empty, nothing is yielded and the row passes once. */
  readonly outputs: readonly ProcedureField[];
  readonly mode: 'READ' | 'WRITE';
  /** Effect in addition to reading. Mode `WRITE` implies `writes`, which is not listed here. */
  readonly effect?: Exclude<QueryEffect, 'writes'>;
  /** False if repeating the call has a different result. Default: true for procedures that read. */
  readonly idempotent?: boolean;
  /** Whether it may scan every node. */
  readonly scans?: boolean;
  /** Whether it accepts null arguments; otherwise a call with a null argument is rejected. */
  readonly nullArguments?: boolean;
}

/** Handles all calls of a batch together: one list of output rows per call. */
export interface BatchProcedure extends ProcedureBase {
  readonly kind: 'batch';
  run(state: RunState, calls: readonly (readonly Value[])[]): MaybePromise<readonly (readonly Value[][])[]>;
}

/** Returns the rows of one call in batches, possibly without end. */
export interface StreamProcedure extends ProcedureBase {
  readonly kind: 'stream';
  stream(state: RunState, args: readonly Value[]): AsyncIterable<readonly Value[][]>;
}

export type ProcedureDefinition = BatchProcedure | StreamProcedure;

export function procedureSignature(procedure: ProcedureDefinition): string {
  const field = ({ name, type }: ProcedureField): string => `${name} :: ${type}`;
  const inputs = procedure.inputs.map(field).join(', ');
  const outputs = procedure.outputs.length === 0 ? 'VOID' : `(${procedure.outputs.map(field).join(', ')})`;
  return `${procedure.name}(${inputs}) :: ${outputs}`;
}
