/** The standing queries of the run: each feature of the grammar once. All can also be run as ad hoc queries. */
export interface WatchedQuery {
  readonly mode: 'DistinctId' | 'MultipleValues';
  readonly query: string;
}

const row = (query: string): WatchedQuery => ({ mode: 'MultipleValues', query });
const distinct = (query: string): WatchedQuery => ({ mode: 'DistinctId', query });

/** Registered at the beginning and kept until the end. */
export const LASTING: Readonly<Record<string, WatchedQuery>> = {
  small: distinct('MATCH (n:Item) WHERE n.v < 300 RETURN DISTINCT strId(n) AS id'),
  chain: distinct(
    'MATCH (a:Item)-[:link]->(b:Item)-[:link]->(c:Item) WHERE a.v < 500 AND c.v > 300 RETURN DISTINCT strId(a) AS id',
  ),
  steps: row('MATCH (a:Item)-[:link]->(b:Item) WHERE a.v > b.v RETURN a.k AS a, b.k AS b, a.v - b.v AS by'),
  ends: row('MATCH (a:Item) WHERE NOT (a)-[:link]->() RETURN a.k AS k, a.v AS v'),
  groups: row('MATCH (a:Item) RETURN a.g AS g, count(*) AS items, max(a.v) AS largest'),
  events: distinct('MATCH (n:Event) WHERE n.seq % 3 = 0 RETURN DISTINCT strId(n) AS id'),
  rows: row('MATCH (n:Row) WHERE n.v > 800 RETURN n.f AS f, n.i AS i'),
};

/** Registered and removed during the load. */
export const PASSING: readonly WatchedQuery[] = [
  distinct('MATCH (a:Item)<-[:link]-(b:Item) WHERE b.v > 700 RETURN DISTINCT strId(a) AS id'),
  row('MATCH (a:Item) OPTIONAL MATCH (a)-[:link]->(b:Item) WHERE b.v > 500 RETURN a.k AS a, b.k AS b'),
  row('MATCH (a:Item)-[:link]->(b:Item)-[:link]->(a) RETURN a.k AS a, b.k AS b'),
  row('MATCH (a:Item)-[:link]->(b:Item) RETURN a.k AS a, count(b) AS links, sum(b.v) AS total'),
  row('MATCH (n:Row) RETURN n.f AS f, count(*) AS there'),
  row('MATCH (n:Event) RETURN n.k % 10 AS k, max(n.seq) AS last'),
];
