/** Indexes entries by the chief demand of a pattern node, to find only those whose demand a node meets. */
import type { NodeId } from '@weir/model';
import type { StandingNode } from '../contract/standing-node.js';
import { type ChiefDemand, type Scalar, scalarOf } from './chief-demand.js';

export interface Demanding {
  readonly demand: ChiefDemand;
}

export class DemandIndex<T extends Demanding> {
  private count = 0;
  private readonly undemanding: T[] = [];
  private readonly byId = new Map<NodeId, T[]>();
  private readonly byLabel = new Map<string, T[]>();
  private readonly byValue = new Map<string, Map<Scalar, T[]>>();

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(entry: T): boolean {
    return this.listFor(entry.demand).includes(entry);
  }

  /** Adds an entry once, however often it is called. */
  add(entry: T): void {
    const list = this.listFor(entry.demand);
    if (list.includes(entry)) return;
    list.push(entry);
    this.count++;
  }

  remove(entry: T): void {
    const { demand } = entry;
    const list = this.listFor(demand);
    const at = list.indexOf(entry);
    if (at >= 0) {
      list.splice(at, 1);
      this.count--;
    }
    if (list.length > 0) return;
    if (demand.kind === 'id') this.byId.delete(demand.id);
    if (demand.kind === 'label') this.byLabel.delete(demand.label);
    if (demand.kind !== 'value') return;
    const values = this.byValue.get(demand.key)!;
    values.delete(demand.value);
    if (values.size === 0) this.byValue.delete(demand.key);
  }

  /** Calls `take` with the entries whose chief demand the node meets. */
  meets(node: StandingNode, take: (entry: T) => void): void {
    each(this.undemanding, take);
    if (this.byId.size > 0) each(this.byId.get(node.id), take);
    if (this.byLabel.size > 0) {
      for (const label of node.labels()) each(this.byLabel.get(label), take);
    }
    if (this.byValue.size === 0) return;
    for (const [key, values] of this.byValue) {
      const value = scalarOf(node.property(key));
      if (value !== undefined) each(values.get(value), take);
    }
  }

  private listFor(demand: ChiefDemand): T[] {
    switch (demand.kind) {
      case 'none':
        return this.undemanding;
      case 'id':
        return listAt(this.byId, demand.id);
      case 'label':
        return listAt(this.byLabel, demand.label);
      case 'value': {
        let values = this.byValue.get(demand.key);
        if (values === undefined) this.byValue.set(demand.key, (values = new Map<Scalar, T[]>()));
        return listAt(values, demand.value);
      }
    }
  }
}

function each<T>(list: readonly T[] | undefined, take: (entry: T) => void): void {
  if (list === undefined) return;
  for (let i = 0; i < list.length; i++) take(list[i]!);
}

function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}
