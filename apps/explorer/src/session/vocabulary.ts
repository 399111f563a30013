/** Labels, edge types and property keys in a sample of the graph. */
import { signal } from '@preact/signals';
import { allRows, type Queries } from '../api/queries.js';
import { sampledSchema } from '../graph/canvas-queries.js';

const SAMPLE = 500;

type Counted = readonly (readonly [name: string, count: number])[];

export interface Schema {
  readonly labels: Counted;
  readonly edgeTypes: Counted;
  readonly keys: Counted;
}

export class GraphVocabulary {
  readonly schema = signal<Schema>({ labels: [], edgeTypes: [], keys: [] });

  constructor(private readonly socket: Queries) {}

  /** Rejects when the service fails. */
  async read(): Promise<void> {
    let { rows } = await allRows(this.socket, sampledSchema(SAMPLE, 'recent'));
    // A service that has just started knows no recently written nodes.
    if (rows.length === 0) ({ rows } = await allRows(this.socket, sampledSchema(SAMPLE, 'any')));
    const [labels, keys, edgeTypes] = [0, 1, 2].map(column =>
      counted(rows.map(row => row[column] as string[])),
    );
    this.schema.value = { labels: labels!, keys: keys!, edgeTypes: edgeTypes! };
  }
}

/** Counts the lists that contain each name, most frequent first. */
function counted(lists: readonly (readonly string[])[]): Counted {
  const counts = new Map<string, number>();
  for (const names of lists) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
