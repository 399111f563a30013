/** What is asked of an audit of a standing query, and what it reports. */

/** A row that is reported too often or too seldom. */
export interface RowDifference {
  /** As JSON. */
  readonly row: string;
  /** How often the query should report the row now. */
  readonly expected: number;
  /** How often it does. */
  readonly reported: number;
}

export interface AuditDifference extends RowDifference {
  /** Text form; `undefined` where all of the query was compared at once. */
  readonly node: string | undefined;
}

export interface AuditOptions {
  /** So many nodes with results, and so many without. Default 100. */
  readonly sample?: number | undefined;
  /** Of the choice: the same one again finds the same nodes in a graph that is the same. Default: a new one. */
  readonly seed?: number | undefined;
  /** Everything is compared, which costs a look at every node and the query over the whole graph. Default false. */
  readonly whole?: boolean | undefined;
}

export interface AuditReport {
  /** Everything was compared: it was asked for, or the root of the pattern has no name of its own to begin at. */
  readonly whole: boolean;
  /** Nodes that were compared one by one. */
  readonly nodes: number;
  /** Those among them with results, or with a share in the groups that are the results. */
  readonly nodesWithResults: number;
  /** Homes of groups that were worked out again from their members. */
  readonly groups: number;
  /** Nodes that were looked at in order to choose these. */
  readonly looked: number;
  readonly seed: number | undefined;
  /** Rows that the query run from scratch has found. */
  readonly rows: number;
  /** At most 1000. */
  readonly differences: readonly AuditDifference[];
  /** Differences that were found, also those beyond that. */
  readonly differenceCount: number;
  /** Differences that were others at each look, because data changed faster than it could be compared: not believed. */
  readonly unsettled: number;
  /**
   * Nodes (of a whole audit: 1) for which the query run from scratch ends with an error, and the first one's message. A
   * standing query leaves rows out for which an expression fails, so there is nothing to compare with.
   */
  readonly failed: number;
  readonly failure: string | undefined;
}
