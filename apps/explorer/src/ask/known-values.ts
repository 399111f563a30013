/** Values of properties that a sample of nodes has, as the values of conditions. */
import type { QueryRequest } from '../api/queries.js';
import { isExact } from '../api/exact-json.js';
import { quoted } from '../graph/canvas-queries.js';
import type { GraphNode } from '../graph/elements.js';
import type { Value } from './pattern.js';

/** Nodes that a sample reads, and those that it returns. */
const MOST_READ = 2000;
const MOST_RETURNED = 200;
/** Longer texts are not offered. */
const LONGEST = 120;

export interface KnownValue {
  readonly key: string;
  readonly value: Value;
  /** Labels of a node that has it. */
  readonly labels: readonly string[];
  readonly count: number;
}

/** Reads at most 2,000 nodes, whatever the label. @param label absent: any. */
export function sampleQuery(label: string | undefined): QueryRequest {
  const filter = label === undefined ? '' : ` WHERE n:${quoted(label)}`;
  return { query: `MATCH (n) WITH n LIMIT ${MOST_READ}${filter} RETURN n LIMIT ${MOST_RETURNED}` };
}

/** Most frequent first. */
export function knownValues(nodes: Iterable<GraphNode>): readonly KnownValue[] {
  const found = new Map<string, KnownValue>();
  for (const { labels, properties } of nodes) {
    for (const [key, content] of Object.entries(properties)) {
      const value = valueOf(content);
      if (value === undefined) continue;
      const id = `${JSON.stringify(key)} ${typeof value} ${String(value)}`;
      const known = found.get(id);
      found.set(id, { key, value, labels: known?.labels ?? labels, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function valueOf(content: unknown): Value | undefined {
  if (typeof content === 'string') return content.length <= LONGEST ? content : undefined;
  if (typeof content === 'number' || typeof content === 'boolean') return content;
  if (!isExact(content)) return undefined;
  const { rawJSON } = content;
  return /^-?\d+$/.test(rawJSON) ? BigInt(rawJSON) : Number(rawJSON);
}
