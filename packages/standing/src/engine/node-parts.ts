/**
 * All parts on one node, as the state that the node keeps: the first part itself, which leads to the others; or,
 * past a few, a table of them. The state of a node without parts is `undefined`.
 */
import type { AnyPartPlan } from '../plan/row-plan.js';
import type { Writers } from '../rows/origins/writers.js';
import type { GroupHome, RowPart } from '../rows/row-state.js';
import type { StandingState } from '../standing-contract.js';
import type { PartState } from '../witnesses/part-state.js';

/** A part of either kind of plan, with its `plan` and its link to the `next` one. */
export type AnyPart = PartState | RowPart | Writers | GroupHome;

const MOST_LINKED = 8;

export class PartTable implements StandingState {
  readonly parts = new Map<AnyPartPlan, AnyPart>();

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }
}

export type NodeParts = AnyPart | PartTable | undefined;

export function partOf(parts: NodeParts, plan: AnyPartPlan): AnyPart | undefined {
  if (parts instanceof PartTable) return parts.parts.get(plan);
  for (let part: AnyPart | undefined = parts; part !== undefined; part = part.next)
    if (part.plan === plan) return part;
  return undefined;
}

/** @param part of a plan that is not there yet. */
export function withPart(parts: NodeParts, part: AnyPart): NodeParts {
  if (parts instanceof PartTable) {
    parts.parts.set(part.plan, part);
    return parts;
  }
  part.next = parts;
  let length = 0;
  for (let next: AnyPart | undefined = part; next !== undefined; next = next.next) length++;
  return length > MOST_LINKED ? tableOf(part) : part;
}

export function withoutPart(parts: NodeParts, part: AnyPart): NodeParts {
  if (parts instanceof PartTable) {
    parts.parts.delete(part.plan);
    return parts.isEmpty ? undefined : parts;
  }
  if (parts === part) {
    const rest = part.next;
    part.next = undefined;
    return rest;
  }
  for (let before: AnyPart | undefined = parts; before !== undefined; before = before.next) {
    if (before.next !== part) continue;
    before.next = part.next;
    part.next = undefined;
    break;
  }
  return parts;
}

/** The parts as they are now, safe against changes while it is read. */
export function allParts(parts: NodeParts): readonly AnyPart[] {
  if (parts instanceof PartTable) return [...parts.parts.values()];
  const all: AnyPart[] = [];
  for (let part: AnyPart | undefined = parts; part !== undefined; part = part.next) all.push(part);
  return all;
}

function tableOf(first: AnyPart): PartTable {
  const table = new PartTable();
  for (const part of allParts(first)) {
    part.next = undefined;
    table.parts.set(part.plan, part);
  }
  return table;
}
