/** State of a random query while it is being written. */
import type { SeededRandom } from '@weir/graph/testing';
import type { Feature } from './features.js';
import { Group, type Scope, union } from './scope.js';

export interface RowValue {
  readonly name: string;
  /** A `list` has no order, so it cannot be a key. */
  readonly kind: 'node' | 'list' | 'value';
}

export class Draft {
  readonly features = new Set<Feature>();
  /** The first group belongs to all MATCHes; the others to OPTIONAL MATCHes. */
  groups: Group[] = [new Group(undefined)];
  /** Remaining number of multi-edge paths: each multiplies the matches. */
  longPaths = 2;
  /** Rows contain lists of matches, which have no order. */
  showsUnordered = false;
  /** Values of a whole row: subqueries and OPTIONAL MATCHes must not refer to them. */
  rowValues: RowValue[] = [];
  /** Names dropped by a WITH. */
  dropped: string[] = [];
  private names = 0;

  constructor(
    readonly random: SeededRandom,
    /** The features that this query may use. */
    private readonly offered: ReadonlySet<Feature>,
    /** Probability of leaving a node without tests, 0 to 1. */
    readonly bareness: number,
    /** Number of nodes in the graph. */
    readonly graphNodes: number,
  ) {}

  /** Decides whether to use a feature, and records that. */
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

  /** All variables. */
  all(): Scope {
    return this.groups.reduce<Scope>((scope, group) => union(scope, group), new Group(undefined));
  }

  /** Variables that a pattern may refer to: it may extend one OPTIONAL MATCH, but not two. */
  anyChain(): Scope {
    const group = this.random.pick(this.groups.filter(each => each.chain().nodes.length > 0));
    return group.chain();
  }

  /** A MATCH extends the group, so its elements become required. */
  require(group: Group): void {
    const { main } = this;
    for (let each: Group | undefined = group; each !== undefined && each !== main; each = each.parent) {
      main.absorb(each);
      for (const child of this.groups) if (child.parent === each) child.parent = main;
      this.groups = this.groups.filter(other => other !== each);
    }
  }
}
