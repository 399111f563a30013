/** Contents of a graph by label, edge type and property key, as the graph counts them while it is written. */
export interface GraphCatalog {
  readonly nodes: number;
  readonly edges: number;
  readonly labels: readonly CatalogEntry[];
  readonly edgeTypes: readonly CatalogEntry[];
  /** Keys of the properties of nodes. */
  readonly propertyKeys: readonly CatalogKey[];
  readonly edgePropertyKeys: readonly CatalogKey[];
  /**
   * Whether the counts are exact. They are estimates while the data of an older version is being counted, after a crash
   * without a journal, and once a shard has more different names than it counts.
   */
  readonly isExact: boolean;
  /** Whether some names are missing, because a shard has more different ones than it counts. */
  readonly isTruncated: boolean;
}

export interface CatalogEntry {
  readonly name: string;
  /** Nodes with the label, edges of the type, or nodes or edges with the property. */
  readonly count: number;
  /** In milliseconds since the Unix epoch; `null`: before the graph was counted. */
  readonly firstSeen: number | null;
  /** The last write that changed one of them, in milliseconds since the Unix epoch; `null` as above. */
  readonly lastSeen: number | null;
}

export interface CatalogKey extends CatalogEntry {
  /** Keyed by the name of a type, such as `STRING`: the number of values of that type. */
  readonly types: Readonly<Record<string, number>>;
}

/** Adds up the catalogs of the parts of a graph. Entries are in the order of their names. */
export function mergeCatalogs(parts: readonly GraphCatalog[]): GraphCatalog {
  const sum = (of: (part: GraphCatalog) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    nodes: sum(part => part.nodes),
    edges: sum(part => part.edges),
    labels: mergeEntries(parts.map(part => part.labels)),
    edgeTypes: mergeEntries(parts.map(part => part.edgeTypes)),
    propertyKeys: mergeKeys(parts.map(part => part.propertyKeys)),
    edgePropertyKeys: mergeKeys(parts.map(part => part.edgePropertyKeys)),
    isExact: parts.every(part => part.isExact),
    isTruncated: parts.some(part => part.isTruncated),
  };
}

function mergeEntries(lists: readonly (readonly CatalogEntry[])[]): CatalogEntry[] {
  return merged(lists, mergedEntry);
}

function mergeKeys(lists: readonly (readonly CatalogKey[])[]): CatalogKey[] {
  return merged(lists, (left, right) => {
    const types = new Map(Object.entries(left.types));
    for (const [type, count] of Object.entries(right.types)) types.set(type, (types.get(type) ?? 0) + count);
    return { ...mergedEntry(left, right), types: Object.fromEntries(types) };
  });
}

function merged<E extends CatalogEntry>(
  lists: readonly (readonly E[])[],
  join: (left: E, right: E) => E,
): E[] {
  const byName = new Map<string, E>();
  for (const entry of lists.flat()) {
    const known = byName.get(entry.name);
    byName.set(entry.name, known === undefined ? entry : join(known, entry));
  }
  return [...byName.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

function mergedEntry(left: CatalogEntry, right: CatalogEntry): CatalogEntry {
  return {
    name: left.name,
    count: left.count + right.count,
    firstSeen: earlier(left.firstSeen, right.firstSeen),
    lastSeen: later(left.lastSeen, right.lastSeen),
  };
}

/** A name that one part had before it was counted is older than any known time. */
function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : Math.min(left, right);
}

function later(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}
