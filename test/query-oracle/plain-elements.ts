/** The elements of a plain graph, the values of expressions, and rows of them. */

export class PlainNode {
  readonly labels = new Set<string>();
  readonly properties = new Map<string, PlainValue>();
  isDeleted = false;

  /** @param serial unique among the nodes of a graph. */
  constructor(readonly serial: number) {}
}

/** Identified by source, label and target, as in the product: the graph never contains two equal ones. */
export class PlainEdge {
  readonly properties = new Map<string, PlainValue>();
  isDeleted = false;

  constructor(
    readonly source: PlainNode,
    readonly label: string,
    readonly target: PlainNode,
  ) {}
}

/** Alternating nodes and edges; begins and ends with a node. */
export class PlainPath {
  constructor(
    readonly nodes: readonly PlainNode[],
    readonly edges: readonly PlainEdge[],
  ) {}
}

export type PlainValue =
  | null
  | boolean
  | number
  | string
  | PlainNode
  | PlainEdge
  | PlainPath
  | readonly PlainValue[]
  | ReadonlyMap<string, PlainValue>;

export type PlainRow = ReadonlyMap<string, PlainValue>;
