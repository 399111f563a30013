import type { NodeId } from '@weir/model';
import { Keep, type Witness } from '../../plan/edge-columns.js';

export const NO_WITNESSES: readonly Witness[] = [];
/** A match without columns. */
export const EMPTY_WITNESS: Witness = [];
export const ONE_EMPTY_WITNESS: readonly Witness[] = [EMPTY_WITNESS];

const freeWitnesses: (readonly Witness[])[] = [ONE_EMPTY_WITNESS];

/** Returns the list of the only witness with this number of columns, all empty; always the same object. */
export function freeWitnessList(columns: number): readonly Witness[] {
  return (freeWitnesses[columns] ??= [new Array<null>(columns * 2).fill(null)]);
}

/** Returns whether an image can still collide with an excluded edge that touches `here`. */
export function keepsImage(keep: number, source: NodeId, target: NodeId, here: NodeId | undefined): boolean {
  if ((keep & Keep.Always) !== 0) return true;
  if (source === here) return (keep & Keep.AtSource) !== 0 || (target === here && keep !== 0);
  return target === here && (keep & Keep.AtTarget) !== 0;
}

export function isFree(witness: Witness): boolean {
  for (let i = 0; i < witness.length; i += 2) if (witness[i] !== null) return false;
  return true;
}

/** Returns the same rows, in the shared form if all of them are empty. */
export function sharedRows(rows: readonly Witness[], columns: number): readonly Witness[] {
  if (rows.length === 0) return NO_WITNESSES;
  return rows.length === 1 && isFree(rows[0]!) ? freeWitnessList(columns) : rows;
}

export function sameWitness(a: Witness, b: Witness): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function sameWitnesses(a: readonly Witness[], b: readonly Witness[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameWitness(a[i]!, b[i]!)) return false;
  return true;
}

/** A total order; empty columns sort first. */
export function compareWitnesses(a: Witness, b: Witness): number {
  for (let i = 0; i < a.length; i++) {
    const left = a[i]!;
    const right = b[i]!;
    if (left === right) continue;
    if (left === null) return -1;
    if (right === null) return 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

export function sameImage(a: Witness, b: Witness, column: number): boolean {
  return a[column * 2] === b[column * 2] && a[column * 2 + 1] === b[column * 2 + 1];
}

export function includesWitness(witnesses: readonly Witness[], witness: Witness): boolean {
  for (const candidate of witnesses) if (sameWitness(candidate, witness)) return true;
  return false;
}
