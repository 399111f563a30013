import {
  type Direction,
  type HalfEdge,
  type NodeId,
  type StandingEvent,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { RegisteringStandingEngine } from '../engine/incremental-engine.js';
import type { NodeChange } from '../contract/node-change.js';
import type { Origin } from '../contract/origin.js';
import type { StandingEffects } from '../contract/standing-effects.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingResult } from '../contract/standing-result.js';
import type { StandingState } from '../contract/standing-state.js';

/** The n-th result's id; `shortId` shortens it to `rn`. */
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const shortId = (id: string): string => `r${Number(id.slice(24))}`;

/** One node in front of an engine; records everything that the engine emits. */
export class Desk implements StandingNode, StandingEffects {
  exists = true;
  state: StandingState | undefined = undefined;
  readonly said: string[] = [];
  readonly results: StandingResult[] = [];
  readonly sent: StandingMessage[] = [];
  readonly events: StandingEvent[] = [];
  private readonly values: Record<string, Value> = {};
  private edges: { label: string; direction: Direction; other: NodeId }[] = [];

  constructor(
    private readonly engine: RegisteringStandingEngine,
    readonly id = 'me' as NodeId,
  ) {}

  property(key: string): Value | undefined {
    return this.values[key];
  }

  hasLabel(): boolean {
    return false;
  }

  labels(): readonly string[] {
    return [];
  }

  *neighbors(label: string | undefined, direction: Direction | undefined): Iterable<NodeId> {
    for (const edge of this.edges) if (edge.label === label && edge.direction === direction) yield edge.other;
  }

  hasEdge(label: string, direction: Direction, other: NodeId): boolean {
    return [...this.neighbors(label, direction)].includes(other);
  }

  edgeCount(label: string | undefined, direction: Direction | undefined): number {
    return [...this.neighbors(label, direction)].length;
  }

  properties(): ValueMap {
    return this.values;
  }

  propertiesOfEdge(): ValueMap {
    return {};
  }

  edgesWith(other: NodeId | undefined): readonly HalfEdge[] {
    return this.edges.filter(edge => other === undefined || edge.other === other);
  }

  send(to: NodeId, message: StandingMessage): void {
    this.sent.push(message);
    const rows =
      message.kind === 'report' ? ` +${message.delta.added.length} -${message.delta.removed.length}` : '';
    const reset = message.kind === 'report' && message.delta.reset ? ' reset' : '';
    this.said.push(`${message.kind} ${message.nodeIndex} ${to}${reset}${rows}`);
  }

  result(result: StandingResult): void {
    this.results.push(result);
    this.said.push(`${result.isPositiveMatch ? 'match' : 'cancel'} ${shortId(result.resultId)}`);
  }

  journal(event: StandingEvent): void {
    this.events.push(event);
  }

  resultId(): string {
    return uuid(this.results.filter(result => result.isPositiveMatch).length + 1);
  }

  /** Returns the records since the last call. */
  takeSent(): string[] {
    return this.said.splice(0);
  }

  set(key: string, value: Value, origin?: Origin): string[] {
    if (value === null) delete this.values[key];
    else this.values[key] = value;
    return this.changed({ properties: [key], labels: [], edgesAdded: [], edgesRemoved: [] }, origin);
  }

  link(label: string, direction: Direction, other: string): string[] {
    const edge = { label, direction, other: other as NodeId };
    this.edges.push(edge);
    return this.changed({ properties: [], labels: [], edgesAdded: [edge], edgesRemoved: [] });
  }

  unlink(label: string, direction: Direction, other: string): string[] {
    const edge = { label, direction, other: other as NodeId };
    this.edges = this.edges.filter(each => each.other !== edge.other || each.label !== label);
    return this.changed({ properties: [], labels: [], edgesAdded: [], edgesRemoved: [edge] });
  }

  receive(from: string, message: StandingMessage): string[] {
    this.state = this.engine.evaluation.receive(this, this.state, from as NodeId, message, this);
    return this.takeSent();
  }

  private changed(change: NodeChange, origin?: Origin): string[] {
    this.state = this.engine.evaluation.change(this, this.state, change, origin, this);
    return this.takeSent();
  }
}
