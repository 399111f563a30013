/** What a random query is made of while it is written. */
import type { SeededRandom } from '@weir/graph/testing';
import type { Feature } from './features.js';
import { Group, type Scope, union } from './scope.js';

export interface RowValue {
  readonly name: string;
  /** A `list` has no order, so it is no key. */
  readonly kind: 'node' | 'list' | 'value';
}

export class Draft {
  readonly features = new Set<Feature>();
  /** The first one is that of all MATCHes; the others are of OPTIONAL MATCHes. */
  groups: Group[] = [new Group(undefined)];
  /** How many more paths of several edges there may be: each multiplies the matches. */
  longPaths = 2;
  /** Rows show lists of matches, which have no order. */
  showsUnordered = false;
  /** What stands for a whole row, so that no subquery and no OPTIONAL MATCH may mention it. */
  rowValues: RowValue[] = [];
  /** Names that a WITH has left out. */
  dropped: string[] = [];
  private names = 0;

  constructor(
    readonly random: SeededRandom,
    /** The features that this query may use. */
    private readonly offered: ReadonlySet<Feature>,
    /** How seldom nodes are looked at, 0 to 1. */
    readonly bareness: number,
    /** How many nodes the graph has. */
    readonly graphNodes: number,
  ) {}

  /** Decides for a feature, and notes that it is used. */
  use(feature: Feature, probability: number): boolean {
    if (!this.offered.has(feature) || !this.random.chance(probability)) return false;
    this.features.add(feature);
    return true;
  }

  fresh(prefix: string): string {
    const again = this.random.chance(0.3) ? this.dropped.pop() : undefined;
    return again ?? `${prefix}${this.names++}`;
  }

  get main(): Group {
    return this.groups[0]!;
  }

  /** Every variable. */
  all(): Scope {
    return this.groups.reduce<Scope>((scope, group) => union(scope, group), new Group(undefined));
  }

  /** What a pattern may mention: it may go on from one OPTIONAL MATCH, not from two. */
  anyChain(): Scope {
    const group = this.random.pick(this.groups.filter(each => each.chain().nodes.length > 0));
    return group.chain();
  }

  /** A MATCH goes on from the group, so what it has must be there. */
  require(group: Group): void {
    const { main } = this;
    for (let each: Group | undefined = group; each !== undefined && each !== main; each = each.parent) {
      main.absorb(each);
      for (const child of this.groups) if (child.parent === each) child.parent = main;
      this.groups = this.groups.filter(other => other !== each);
    }
  }
}
