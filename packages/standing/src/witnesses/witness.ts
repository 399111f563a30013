/**
 * A trace says on which graph edges some pattern edges stand: `[source, target, source, target, ...]`, two ids
 * per column, or two nulls for "collides with nothing that is asked about". Traces are never changed.
 */
import type { NodeId } from '@weir/model';
import { Keep } from '../plan/edge-uniqueness.js';

export type Trace = readonly (NodeId | null)[];

export const NO_TRACES: readonly Trace[] = [];
/** One way to match, and nothing to say of it. */
export const EMPTY_TRACE: Trace = [];
export const ONE_EMPTY_TRACE: readonly Trace[] = [EMPTY_TRACE];

const freeTraces: (readonly Trace[])[] = [ONE_EMPTY_TRACE];

/** The list of the one trace with so many columns, all empty; always the same list. */
export function freeTraceList(columns: number): readonly Trace[] {
  return (freeTraces[columns] ??= [new Array<null>(columns * 2).fill(null)]);
}

/** Can an image still collide with a rival that touches `here`? */
export function keepsImage(keep: number, source: NodeId, target: NodeId, here: NodeId | undefined): boolean {
  if ((keep & Keep.Always) !== 0) return true;
  if (source === here) return (keep & Keep.AtSource) !== 0 || (target === here && keep !== 0);
  return target === here && (keep & Keep.AtTarget) !== 0;
}

export function isFree(trace: Trace): boolean {
  for (let i = 0; i < trace.length; i += 2) if (trace[i] !== null) return false;
  return true;
}

export function sameTrace(a: Trace, b: Trace): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function sameTraces(a: readonly Trace[], b: readonly Trace[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameTrace(a[i]!, b[i]!)) return false;
  return true;
}

/** A total order; empty columns come first. */
export function compareTraces(a: Trace, b: Trace): number {
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

export function sameImage(a: Trace, b: Trace, column: number): boolean {
  return a[column * 2] === b[column * 2] && a[column * 2 + 1] === b[column * 2 + 1];
}

export function includesTrace(traces: readonly Trace[], trace: Trace): boolean {
  for (const candidate of traces) if (sameTrace(candidate, trace)) return true;
  return false;
}
