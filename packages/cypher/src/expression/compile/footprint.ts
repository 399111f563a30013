/**
 * What a piece of a query reads of the graph, or writes to it, as far as the text tells. Two uses: where a
 * barrier must stand between clauses, and whether a plan touches the graph's state at all.
 */
export class Footprint {
  /** Which nodes exist. */
  nodes = false;
  labels = false;
  /** Labels are taken away. */
  labelRemovals = false;
  edges = false;
  /** Property keys, of nodes and relationships alike; `all` stands for any. */
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

  /** As writes: the order of the two matters. What only adds labels, nodes or edges can go in any order. */
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
