/** The graph as plain data, and the effects of writes, independent of the product's code. */
export type PlainValue = string | number | { readonly float: number };

export type Write =
  | { readonly kind: 'set'; readonly node: string; readonly key: string; readonly value: PlainValue | null }
  | { readonly kind: 'label'; readonly node: string; readonly label: string; readonly present: boolean }
  | {
      readonly kind: 'edge';
      readonly source: string;
      readonly label: string;
      readonly target: string;
      readonly present: boolean;
    }
  /** Property `w` of an edge. No effect if the edge does not exist. */
  | {
      readonly kind: 'weight';
      readonly source: string;
      readonly label: string;
      readonly target: string;
      readonly value: number | null;
    }
  /** Including all its edges. */
  | { readonly kind: 'delete'; readonly node: string };

export interface PlainNode {
  readonly properties: Map<string, PlainValue>;
  readonly labels: Set<string>;
  exists: boolean;
}

export class PlainGraph {
  readonly nodes = new Map<string, PlainNode>();
  /** `source label target`. */
  readonly edges = new Set<string>();
  /** Property `w` of edges, where present. */
  readonly weights = new Map<string, number>();

  constructor(readonly ids: readonly string[]) {
    for (const id of ids) this.nodes.set(id, { properties: new Map(), labels: new Set(), exists: false });
  }

  hasEdge(source: string, label: string, target: string): boolean {
    return this.edges.has(`${source} ${label} ${target}`);
  }

  write(write: Write): void {
    switch (write.kind) {
      case 'set': {
        const node = this.nodes.get(write.node)!;
        if (write.value === null) node.properties.delete(write.key);
        else {
          node.properties.set(write.key, write.value);
          node.exists = true;
        }
        return;
      }
      case 'label': {
        const node = this.nodes.get(write.node)!;
        if (!write.present) node.labels.delete(write.label);
        else {
          node.labels.add(write.label);
          node.exists = true;
        }
        return;
      }
      case 'edge': {
        const edge = `${write.source} ${write.label} ${write.target}`;
        if (!write.present) this.removeEdge(edge);
        else {
          this.edges.add(edge);
          this.nodes.get(write.source)!.exists = true;
          this.nodes.get(write.target)!.exists = true;
        }
        return;
      }
      case 'weight': {
        const edge = `${write.source} ${write.label} ${write.target}`;
        if (!this.edges.has(edge)) return;
        if (write.value === null) this.weights.delete(edge);
        else this.weights.set(edge, write.value);
        return;
      }
      case 'delete': {
        const node = this.nodes.get(write.node)!;
        node.properties.clear();
        node.labels.clear();
        node.exists = false;
        for (const edge of [...this.edges]) {
          const [source, , target] = edge.split(' ');
          if (source === write.node || target === write.node) this.removeEdge(edge);
        }
      }
    }
  }

  private removeEdge(edge: string): void {
    this.edges.delete(edge);
    this.weights.delete(edge);
  }
}
