/**
 * Reads or writes of a part of a query in the graph, as far as its text shows. Determines where clauses need a barrier
 * between them, and whether a plan uses the graph's state at all.
 */
export class Footprint {
  /** Whether it depends on which nodes exist. */
  nodes = false;
  labels = false;
  labelRemovals = false;
  edges = false;
  /** Property keys, of nodes and relationships alike; `allProperties` represents any key. */
  allProperties = false;
  readonly properties = new Set<string>();

  get isEmpty(): boolean {
    return !this.nodes && !this.labels && !this.edges && !this.allProperties && this.properties.size === 0;
  }

  addAll(): void {
    this.nodes = this.labels = this.labelRemovals = this.edges = this.allProperties = true;
  }

  addProperty(key: string): void {
    this.properties.add(key);
  }

  add(other: Footprint): void {
    this.nodes ||= other.nodes;
    this.labels ||= other.labels;
    this.labelRemovals ||= other.labelRemovals;
    this.edges ||= other.edges;
    this.allProperties ||= other.allProperties;
    for (const key of other.properties) this.properties.add(key);
  }

  clear(): void {
    this.nodes = this.labels = this.labelRemovals = this.edges = this.allProperties = false;
    this.properties.clear();
  }

  conflictsWith(other: Footprint): boolean {
    if (this.nodes && other.nodes) return true;
    if (this.labels && other.labels) return true;
    if (this.edges && other.edges) return true;
    return this.sharesProperties(other);
  }

  /**
   * For writes: whether the order of the two matters. Writes that only add labels, nodes or edges can run in any order.
   */
  overwrites(other: Footprint): boolean {
    if ((this.labelRemovals && other.labels) || (this.labels && other.labelRemovals)) return true;
    return this.sharesProperties(other);
  }

  private sharesProperties(other: Footprint): boolean {
    if (this.allProperties) return other.allProperties || other.properties.size > 0;
    if (other.allProperties) return this.properties.size > 0;
    for (const key of this.properties) if (other.properties.has(key)) return true;
    return false;
  }
}
