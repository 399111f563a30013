/** Options and report of an audit of a standing query. */

/** A row that is reported too often or not often enough. */
export interface RowDifference {
  /** As JSON. */
  readonly row: string;
  /** How often the query should report the row now. */
  readonly expected: number;
  /** How often the query reports it. */
  readonly reported: number;
}

export interface AuditDifference extends RowDifference {
  /** Text form; `undefined` if the whole query was compared. */
  readonly node: string | undefined;
}

export interface AuditOptions {
  /** Number of nodes with results, and of nodes without, to compare. Default 100. */
  readonly sample?: number | undefined;
  /** Seed of the selection. In an unchanged graph, the same seed selects the same nodes. Default: a new one. */
  readonly seed?: number | undefined;
  /** Compares everything. Reads every node and runs the query over the whole graph. Default false. */
  readonly whole?: boolean | undefined;
}

export interface AuditReport {
  /** Everything was compared, either on request or because the pattern's root has no name at which to begin. */
  readonly whole: boolean;
  /** Nodes that were compared individually. */
  readonly nodes: number;
  /** Compared nodes that have results or contribute to groups that are results. */
  readonly nodesWithResults: number;
  /** Groups that were recomputed from their members. */
  readonly groups: number;
  /** Nodes that were inspected to select these. */
  readonly looked: number;
  readonly seed: number | undefined;
  /** Rows found by running the query from scratch. */
  readonly rows: number;
  /** At most 1000. */
  readonly differences: readonly AuditDifference[];
  /** Total number of differences, including those beyond the limit. */
  readonly differenceCount: number;
  /**
   * Differences that changed at every check because data changed faster than it could be compared. They are not
   * reported as differences.
   */
  readonly unsettled: number;
  /**
   * Nodes (1 for an audit of the whole query) for which running the query from scratch fails, and the first error
   * message. A standing query omits rows for which an expression fails, so these cannot be compared.
   */
  readonly failed: number;
  readonly failure: string | undefined;
}
