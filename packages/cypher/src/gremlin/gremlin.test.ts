/** Runs Gremlin as the Cypher it is translated to. */
import { literalText } from '@weir/model';
import { MapGraph, runQuery } from '../testing/index.js';
import { gremlinAsCypher } from './gremlin-as-cypher.js';

const graph = new MapGraph();
const ANN = '00000000-0000-0000-0000-00000000000a';
const BOB = '00000000-0000-0000-0000-00000000000b';

beforeAll(async () => {
  await runQuery(
    graph,
    `MATCH (a), (b), (c) WHERE strId(a) = "${ANN}" AND strId(b) = "${BOB}" AND id(c) = idFrom("c")
     SET a:Person, a.name = "Ann", a.age = 30, b:Person, b.name = "Bob", b.age = 40, c:Dog, c.name = "Cid", c.tags = [1, 2]
     CREATE (a)-[:knows]->(b), (b)-[:owns]->(c), (b)-[:likes]->(a)`,
  );
});

async function values(text: string, parameters = {}): Promise<string[]> {
  const cypher = gremlinAsCypher(text, parameters);
  const { rows } = await runQuery(graph, cypher.text, {
    parameters: Object.keys(cypher.parameters),
    values: cypher.parameters,
  });
  return rows.map(([value]) => literalText(value!)).sort();
}

test.each<[text: string, found: string[]]>([
  [`g.V("${ANN}").values("name")`, ['"Ann"']],
  [`g.V("${ANN}", '${BOB}').values('name', "age")`, ['"Ann"', '"Bob"', '30', '40']],
  [`g.V(["${ANN}"]).out("knows").values("name")`, ['"Bob"']],
  [`g.V("${ANN}").in().values("name")`, ['"Bob"']],
  [`g.V("${BOB}").out("owns", "likes").values("name")`, ['"Ann"', '"Cid"']],
  [`g.V("${ANN}").both().values("name")`, ['"Bob"', '"Bob"']],
  [`g.V("${ANN}").both().dedup().count()`, ['1']],
  [`g.V("${BOB}").outE().label()`, ['"likes"', '"owns"']],
  [`g.V("${BOB}").outE("owns").inV().values("name")`, ['"Cid"']],
  [`g.V("${BOB}").inE("knows").outV().values("name")`, ['"Ann"']],
  [`g.V("${BOB}").outE("owns").bothV().values("name")`, ['"Bob"', '"Cid"']],
  ['g.V().has("name", "Bob").values("age")', ['40']],
  ['g.V().has("age").count()', ['2']],
  ['g.V().hasNot("age").values("name")', ['"Cid"']],
  ['g.V().has("age", gt(30)).values("name")', ['"Bob"']],
  ['g.V().has("name", within("Ann", "Cid")).values("name")', ['"Ann"', '"Cid"']],
  ['g.V().has("name", without("Ann")).values("name")', ['"Bob"', '"Cid"']],
  ['g.V().has("name", regex("[AB].*")).values("name")', ['"Ann"', '"Bob"']],
  ['g.V().hasLabel("Dog").values("name")', ['"Cid"']],
  [`g.V().hasId("${ANN}").id()`, [`"${ANN}"`]],
  ['g.V().values("age").is(neq(30))', ['40']],
  ['g.V().values("age").sum()', ['70']],
  ['g.V().where(__.out("owns")).values("name")', ['"Bob"']],
  ['g.V().not(out()).values("name")', ['"Cid"']],
  ['g.V().as("a").out("knows").as("b").select("a", "b").count()', ['1']],
  ['g.V().as("a").out("knows").select("a").values("name")', ['"Ann"']],
  ['g.V().has("age").order().by("age").limit(1).valueMap("name", "none")', ['{ name: "Ann" }']],
  ['g.V().hasLabel("Dog").valueMap()', ['{ name: "Cid", tags: [ 1, 2 ] }']],
])('%s', async (text, found) => expect(await values(text)).toEqual(found));

test('replaces names of parameters with their values', async () => {
  expect(await values('g.V().has("name", who).values("age")', { who: 'Ann' })).toEqual(['30']);
});

test.each([
  ['g.V(', 'ParseError at 1.5'],
  ['g.V("', 'LexicalError at 1.5'],
  ['g.nope()', 'the step nope is not supported|begin with V'],
  ['g.V().nope()', 'the step nope is not supported'],
  ['g.V().has("a", other)', 'the parameter other is missing'],
  ['g.V().values("a").out()', 'TypeMismatchError at 1.19'],
  ['g.V().select("a")', "'a' is not defined"],
  ['g.V().has("a", odd(1))', 'the predicate odd is not supported'],
  ['g', 'ParseError'],
  ['', 'ParseError'],
  [`g.V(${'['.repeat(60)}`, 'nested deeper'],
  [`g.V()${'.where(out()'.repeat(3000)}`, 'nested deeper'],
])('rejects %s', (text, reason) => {
  expect(() => gremlinAsCypher(text, {})).toThrow(
    expect.objectContaining({
      code: 'gremlin.syntax',
      message: expect.stringMatching(reason) as string,
    }) as Error,
  );
});

test('labels and keys cannot escape from the query', async () => {
  expect(await values('g.V().out("a`]->() DETACH DELETE n //").count()')).toEqual(['0']);
  expect(await values('g.V().valueMap("a`: 1, `b").count()')).toEqual(['3']);
});
