/** Labels, edge types and property keys of the graph, as it counts them. */
import { signal } from '@preact/signals';
import { getJson } from '../api/http.js';

type Counted = readonly (readonly [name: string, count: number])[];

export interface Schema {
  readonly labels: Counted;
  readonly edgeTypes: Counted;
  readonly keys: Counted;
  /** Property keys of which every value is a text. */
  readonly textKeys: ReadonlySet<string>;
  /** Whether the counts are exact. */
  readonly isExact: boolean;
}

interface CatalogEntry {
  readonly name: string;
  readonly count: number;
}

interface CatalogKey extends CatalogEntry {
  /** Number of values by type. */
  readonly types: Readonly<Record<string, number>>;
}

interface Catalog {
  readonly labels: readonly CatalogEntry[];
  readonly edgeTypes: readonly CatalogEntry[];
  readonly propertyKeys: readonly CatalogKey[];
  readonly isExact: boolean;
}

const EMPTY: Schema = { labels: [], edgeTypes: [], keys: [], textKeys: new Set(), isExact: true };

export class GraphVocabulary {
  readonly schema = signal<Schema>(EMPTY);

  /** Rejects when the service fails. */
  async read(): Promise<void> {
    const { labels, edgeTypes, propertyKeys, isExact } = await getJson<Catalog>('api/v2/graph/quine/catalog');
    this.schema.value = {
      labels: mostFrequentFirst(labels),
      edgeTypes: mostFrequentFirst(edgeTypes),
      keys: mostFrequentFirst(propertyKeys),
      textKeys: new Set(propertyKeys.filter(isText).map(({ name }) => name)),
      isExact,
    };
  }
}

function isText({ types }: CatalogKey): boolean {
  return Object.entries(types).every(([type, count]) => type === 'STRING' || count === 0);
}

function mostFrequentFirst(entries: readonly CatalogEntry[]): Counted {
  return entries.map(({ name, count }) => [name, count] as const).sort((a, b) => b[1] - a[1]);
}
