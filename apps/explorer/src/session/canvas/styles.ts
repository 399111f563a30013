/**
 * Styles of nodes and edges: lists that the server stores for everyone, and lists that this browser keeps for its user,
 * which take precedence over styles for the same elements. The first style that applies is used.
 */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { base } from '../../api/base-address.js';
import type { EdgeAppearance, NodeAppearance } from '../../api/types.js';
import { withOwnRules } from '../../graph/appearance-rules.js';
import { styleOf, type NodeStyle, type ShownValues } from '../../graph/appearance.js';
import type { GraphEdge, GraphNode } from '../../graph/elements.js';
import { degreesOf } from '../../graph/styling/degrees.js';
import { edgeStyleOf, rangesOfEdges, type EdgeStyle } from '../../graph/styling/edge-appearance.js';
import { keyOf } from '../../graph/styling/style-key.js';
import { valueColorsOf } from '../../graph/styling/value-colors.js';
import { rangesOf } from '../../graph/value-scale.js';
import { readStored, store } from '../../shell/storage.js';
import type { CanvasModel } from './canvas-model.js';

interface StoredList<T> {
  readonly items: readonly T[];
  readonly isUsed: boolean;
}

/** A list of styles of everyone, below one of this browser. */
export class StyleList<T> {
  readonly shared = signal<readonly T[]>([]);
  readonly own: Signal<readonly T[]>;
  /** Whether the list of this browser is used. */
  readonly isOwnUsed: Signal<boolean>;
  /** In the order in which they apply. */
  readonly rules: ReadonlySignal<readonly T[]>;
  private readonly key: string;

  /**
   * @param name unique among the lists.
   * @param combined the styles of this browser and those of everyone, in the order in which they apply.
   */
  constructor(name: string, combined: (own: readonly T[], shared: readonly T[]) => readonly T[]) {
    this.key = `weir.styles ${name} ${base.pathname}`;
    const { items = [], isUsed = true } = readStored<StoredList<T>>(this.key) ?? {};
    this.own = signal(items);
    this.isOwnUsed = signal(isUsed);
    this.rules = computed(() => {
      const own = this.isOwnUsed.value ? this.own.value : [];
      return combined(own, this.shared.value);
    });
  }

  setOwn(items: readonly T[]): void {
    this.own.value = items;
    this.write();
  }

  useOwn(isUsed: boolean): void {
    this.isOwnUsed.value = isUsed;
    this.write();
  }

  private write(): void {
    store(this.key, { items: this.own.value, isUsed: this.isOwnUsed.value } satisfies StoredList<T>);
  }
}

export class Styles {
  readonly nodes = new StyleList<NodeAppearance>('nodes', withOwnRules);
  readonly edges = new StyleList<EdgeAppearance>('edges', (own, shared) => [...own, ...shared]);
  private readonly values = computed<ShownValues>(() => {
    void this.canvas.version.value;
    const nodes = this.canvas.shownNodes.value;
    const rules = this.nodes.rules.value;
    return {
      ranges: rangesOf(nodes.values(), rules),
      colors: valueColorsOf(nodes.values(), rules),
      degrees: degreesOf(this.canvas.scene.edges.values(), rules),
    };
  });
  private readonly edgeRanges = computed(() => {
    void this.canvas.version.value;
    return rangesOfEdges(this.canvas.scene.edges.values(), this.edges.rules.value);
  });
  /** Key to the colors and sizes by value that are shown. */
  readonly key = computed(() => {
    void this.canvas.version.value;
    return keyOf(this.canvas.shownNodes.value.values(), this.nodes.rules.value, this.values.value);
  });

  constructor(private readonly canvas: CanvasModel) {}

  ofNode(node: GraphNode): NodeStyle {
    return styleOf(node, this.nodes.rules.value, this.values.value);
  }

  ofEdge(edge: GraphEdge): EdgeStyle {
    return edgeStyleOf(edge, this.edges.rules.value, this.edgeRanges.value);
  }
}
