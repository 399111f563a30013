import type { Query } from './ast.js';
import type { CheckOptions, SemanticFacts } from './semantic-facts.js';

/** Checks what the grammar cannot. @throws WeirError `cypher.syntax` or `cypher.compile` with a position and a detail. */
export function checkQuery(query: Query, options: CheckOptions = {}): SemanticFacts {
  throw new Error(`no checks yet for ${query.text} ${Object.keys(options).length}`);
}
