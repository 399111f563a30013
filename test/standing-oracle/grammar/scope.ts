/** Variables of a query while it is being written. */

/** Variables that the next part may refer to. */
export interface Scope {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  /** Multi-edge paths: lists of edges. */
  readonly walks: readonly string[];
  readonly paths: readonly string[];
  /** Values computed by WITH or CALL. */
  readonly values: readonly string[];
}

/** Collects the variables of one pattern: all MATCHes, or one OPTIONAL MATCH or subquery. */
export class Group implements Scope {
  nodes: string[] = [];
  edges: string[] = [];
  walks: string[] = [];
  paths: string[] = [];
  values: string[] = [];

  /** @param parent the group that this one extends. */
  constructor(public parent: Group | undefined) {}

  /** The group together with all groups it extends: the variables that its patterns and conditions may refer to. */
  chain(): Scope {
    return this.parent === undefined ? this : union(this.parent.chain(), this);
  }

  /** Adds the variables of another group. */
  absorb(other: Scope): void {
    this.nodes.push(...other.nodes);
    this.edges.push(...other.edges);
    this.walks.push(...other.walks);
    this.paths.push(...other.paths);
    this.values.push(...other.values);
  }

  /** Renames variables; those without a new name are dropped. */
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

/** All variables. */
export function namesIn({ nodes, edges, walks, paths, values }: Scope): string[] {
  return [...nodes, ...edges, ...walks, ...paths, ...values];
}
