/** Variables of a query while it is written. */

/** What something that is written next may mention. */
export interface Scope {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  /** Of paths of several edges: lists of edges. */
  readonly walks: readonly string[];
  readonly paths: readonly string[];
  /** What WITH or CALL computes. */
  readonly values: readonly string[];
}

/** Where a pattern's variables go: those of all MATCHes, or those of one OPTIONAL MATCH or subquery. */
export class Group implements Scope {
  nodes: string[] = [];
  edges: string[] = [];
  walks: string[] = [];
  paths: string[] = [];
  values: string[] = [];

  /** @param parent what this one goes on from. */
  constructor(public parent: Group | undefined) {}

  /** The group with all that it goes on from: what its patterns and conditions may mention. */
  chain(): Scope {
    return this.parent === undefined ? this : union(this.parent.chain(), this);
  }

  /** Takes over the variables of another. */
  absorb(other: Scope): void {
    this.nodes.push(...other.nodes);
    this.edges.push(...other.edges);
    this.walks.push(...other.walks);
    this.paths.push(...other.paths);
    this.values.push(...other.values);
  }

  /** Gives variables other names; those for which there is none are gone. */
  rename(names: ReadonlyMap<string, string>): void {
    const renamed = (list: readonly string[]): string[] =>
      list.flatMap(name => {
        const to = names.get(name);
        return to === undefined ? [] : [to];
      });
    this.nodes = renamed(this.nodes);
    this.edges = renamed(this.edges);
    this.walks = renamed(this.walks);
    this.paths = renamed(this.paths);
    this.values = renamed(this.values);
  }
}

export function union(one: Scope, other: Scope): Scope {
  return {
    nodes: [...one.nodes, ...other.nodes],
    edges: [...one.edges, ...other.edges],
    walks: [...one.walks, ...other.walks],
    paths: [...one.paths, ...other.paths],
    values: [...one.values, ...other.values],
  };
}

/** Every variable. */
export function namesIn({ nodes, edges, walks, paths, values }: Scope): string[] {
  return [...nodes, ...edges, ...walks, ...paths, ...values];
}
