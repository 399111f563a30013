/** Does what a worker does once, before it has a graph. */
import { compileQuery } from '@weir/cypher';
import { loadStoreCode } from '../stores/store-factory.js';

/** The parser builds its tables when it gets its first query. */
const ANY_QUERY = 'MATCH (a)-[:to]->(b) WHERE id(a) = idFrom($x) SET b.x = $x RETURN count(*)';

/** @param type of the store. */
export async function prepareThread(type: string | undefined): Promise<void> {
  await loadStoreCode(type);
  compileQuery(ANY_QUERY);
}
