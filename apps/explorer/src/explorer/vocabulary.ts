/** Reads what completion and the schema list know of the graph. */
import { signal } from '@preact/signals';
import { allRows, type QuerySocket } from '../api/query-socket.js';
import { sampledSchema } from '../graph/canvas-queries.js';
import type { Vocabulary } from './completion.js';

const SAMPLE = 500;
type Called = Vocabulary['functions'][number];

export interface Schema {
  readonly labels: readonly (readonly [name: string, count: number])[];
  readonly edgeTypes: readonly (readonly [name: string, count: number])[];
  readonly keys: readonly (readonly [name: string, count: number])[];
}

export class GraphVocabulary {
  readonly schema = signal<Schema>({ labels: [], edgeTypes: [], keys: [] });
  private functions: readonly Called[] = [];
  private procedures: readonly Called[] = [];

  constructor(private readonly socket: QuerySocket) {}

  readonly words = (): Vocabulary => {
    const { labels, edgeTypes, keys } = this.schema.value;
    const names = (entries: readonly (readonly [string, number])[]): string[] =>
      entries.map(([name]) => name);
    return {
      functions: this.functions,
      procedures: this.procedures,
      labels: names(labels),
      edgeTypes: names(edgeTypes),
      keys: names(keys),
    };
  };

  /** Rejects when the service can't say. */
  async read(): Promise<void> {
    const sample = await allRows(this.socket, sampledSchema(SAMPLE));
    const counts = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()] as const;
    for (const row of sample.rows)
      row.forEach((names, i) => {
        for (const name of new Set(names as string[]))
          counts[i as 0]?.set(name, (counts[i as 0].get(name) ?? 0) + 1);
      });
    const [labels, keys, edgeTypes] = counts.map(each => [...each].sort((a, b) => b[1] - a[1]));
    this.schema.value = { labels: labels!, keys: keys!, edgeTypes: edgeTypes! };
    this.functions = await this.called('CALL help.builtins()');
    this.procedures = await this.called('CALL help.procedures()');
  }

  private async called(query: string): Promise<Called[]> {
    const { rows } = await allRows(this.socket, { query });
    return rows.map(([name, signature, description]) => ({
      name: String(name),
      signature: String(signature),
      description: String(description ?? ''),
    }));
  }
}
