import type { Direction } from '@weir/model';

/** Which changes some query depends on. */
export interface ChangeRelevance {
  /** An irrelevant change costs this one failed look-up. */
  isRelevantProperty(key: string): boolean;
  /** Some key is relevant. */
  isAnyPropertyRelevant(): boolean;
  isRelevantLabel(label: string): boolean;
  isRelevantEdge(label: string, direction: Direction): boolean;
  /** Some query depends on properties of such edges. */
  isRelevantEdgeProperty(label: string, direction: Direction): boolean;
  /**
   * Some query depends only on whether nodes exist (`MATCH (n) WHERE n.gone IS NULL ...`). Then `NodeEvaluation.change`
   * must also be called, if necessary with empty lists, when a node begins or ceases to exist, and every property, label
   * and edge is relevant.
   */
  isRelevantExistence(): boolean;
}
