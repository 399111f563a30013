/** What a procedure is: the contract for the built-in ones and for those of embedding programs. */
import type { MaybePromise, Value } from '@weir/model';
import type { RunState } from '../expression/run/run-state.js';
import type { QueryEffect } from '../query-effect.js';

export interface ProcedureField {
  readonly name: string;
  /** As shown: INTEGER, STRING, NODE, LIST OF ANY, ... */
  readonly type: string;
}

interface ProcedureBase {
  /** As shown; called without regard to case. */
  readonly name: string;
  readonly description: string;
  readonly inputs: readonly ProcedureField[];
  /** How many of `inputs` must be given. */
  readonly requiredInputs: number;
  /** Empty: nothing is yielded, the row passes once. */
  readonly outputs: readonly ProcedureField[];
  readonly mode: 'READ' | 'WRITE';
  /** What else it does beside reading. A procedure of mode `WRITE` writes without saying so here. */
  readonly effect?: Exclude<QueryEffect, 'writes'>;
  /** False: doing it twice differs from doing it once. Default: true of those that read. */
  readonly idempotent?: boolean;
  /** It may look at every node. */
  readonly scans?: boolean;
  /** Null arguments reach it; otherwise a call with a null argument is refused. */
  readonly nullArguments?: boolean;
}

/** Answers all calls of a batch at once: one list of output rows per call. */
export interface BatchProcedure extends ProcedureBase {
  readonly kind: 'batch';
  run(state: RunState, calls: readonly (readonly Value[])[]): MaybePromise<readonly (readonly Value[][])[]>;
}

/** Answers one call in pieces, possibly without end. */
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
