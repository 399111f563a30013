/** What the service says of a standing query and a node. */
export interface ExplainedPart {
  readonly part: number;
  readonly variable: string | null;
  readonly isRoot: boolean;
  readonly isAsked: boolean;
  readonly holds: boolean;
  readonly conditions: readonly {
    readonly condition: string;
    readonly holds: boolean;
    readonly found?: unknown;
    readonly hint?: string;
  }[];
  readonly edges: readonly {
    readonly edge: string;
    readonly mode: string;
    readonly neighbours: number;
    readonly matching: readonly string[];
    readonly matchingCount: number;
    readonly isMissing: boolean;
    readonly others: readonly string[];
    readonly hint?: string;
  }[];
  readonly filters: readonly {
    readonly filter?: string;
    readonly condition?: string;
    readonly failing?: readonly unknown[];
  }[];
}

export interface Explanation {
  readonly results: number;
  readonly exists?: boolean;
  readonly matches?: boolean;
  readonly missing?: readonly {
    readonly node?: string;
    readonly variable: string | null;
    readonly what: string;
  }[];
  readonly onNode?: readonly ExplainedPart[];
  readonly further?: readonly { readonly node: string; readonly parts: readonly ExplainedPart[] }[];
}

export interface Audit {
  readonly nodes: number;
  readonly rows: number;
  readonly differenceCount: number;
  readonly differences: readonly {
    readonly node?: string;
    readonly row: unknown;
    readonly expected: number;
    readonly reported: number;
  }[];
  readonly unsettled: number;
  readonly failed: number;
  readonly failure?: string;
}
