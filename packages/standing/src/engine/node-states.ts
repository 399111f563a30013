/**
 * All parts on one node, as the state that the node keeps: the first part itself, which leads to the others; or,
 * past a few, a table of them. The state of a node without parts is `undefined`.
 */
import type { AnyPartPlan } from '../plan/row-plan.js';
import type { StandingState } from '../standing-contract.js';

/** What a part of a plan knows on the node. */
export interface NodePart extends StandingState {
  readonly plan: AnyPartPlan;
  /** The node's next part. */
  next: NodePart | undefined;
}

const MOST_LINKED = 8;

export class PartTable implements StandingState {
  readonly parts = new Map<AnyPartPlan, NodePart>();

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }
}

export type NodeParts = NodePart | PartTable | undefined;

export function partOf(parts: NodeParts, plan: AnyPartPlan): NodePart | undefined {
  if (parts instanceof PartTable) return parts.parts.get(plan);
  for (let part: NodePart | undefined = parts; part !== undefined; part = part.next)
    if (part.plan === plan) return part;
  return undefined;
}

/** @param part of a plan that is not there yet. */
export function withPart(parts: NodeParts, part: NodePart): NodeParts {
  if (parts instanceof PartTable) {
    parts.parts.set(part.plan, part);
    return parts;
  }
  part.next = parts;
  let length = 0;
  for (let next: NodePart | undefined = part; next !== undefined; next = next.next) length++;
  return length > MOST_LINKED ? tableOf(part) : part;
}

export function withoutPart(parts: NodeParts, part: NodePart): NodeParts {
  if (parts instanceof PartTable) {
    parts.parts.delete(part.plan);
    return parts.isEmpty ? undefined : parts;
  }
  if (parts === part) {
    const rest = part.next;
    part.next = undefined;
    return rest;
  }
  for (let before: NodePart | undefined = parts; before !== undefined; before = before.next) {
    if (before.next !== part) continue;
    before.next = part.next;
    part.next = undefined;
    break;
  }
  return parts;
}

/** The parts as they are now, safe against changes while it is read. */
export function allParts(parts: NodeParts): readonly NodePart[] {
  if (parts instanceof PartTable) return [...parts.parts.values()];
  const all: NodePart[] = [];
  for (let part: NodePart | undefined = parts; part !== undefined; part = part.next) all.push(part);
  return all;
}

function tableOf(first: NodePart): PartTable {
  const table = new PartTable();
  for (const part of allParts(first)) {
    part.next = undefined;
    table.parts.set(part.plan, part);
  }
  return table;
}
