/** What the service knows of a text that is to be a query. */
import { ask } from './http.js';

const GRAPH = 'api/v2/graph/quine';

export interface Completions {
  /** Places in the text that an item takes the room of. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly {
    readonly label: string;
    readonly insert: string;
    readonly kind: string;
    readonly detail?: string;
    readonly documentation?: string;
  }[];
}

export interface Checked {
  readonly isReadOnly: boolean;
  readonly diagnostics: readonly { readonly severity: string; readonly message: string }[];
}

export function completions(text: string, offset: number): Promise<Completions> {
  return ask<Completions>('POST', `${GRAPH}/cypher:complete`, { text, offset });
}

export function checked(text: string): Promise<Checked> {
  return ask<Checked>('POST', `${GRAPH}/cypher:check`, { text });
}
