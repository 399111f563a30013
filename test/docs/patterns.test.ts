/**
 * Runs the examples of docs/guides/standing-queries/patterns.md. A `cypher` block that begins with `// standing query`
 * is registered on a separate graph, a block that begins with `// refused` must be rejected; other blocks run on that
 * graph, and `results` are everything that the standing query has reported since the previous ones.
 */
import { parseJson, queryJson } from '@weir/model';
import { openGraph, type StandingConsumer, type StreamingGraph } from '@weir/runtime';
import { codeBlocks, pages } from './markdown.js';

const PAGE = pages().find(page => page.path === 'docs/guides/standing-queries/patterns.md')!;
const BLOCKS = codeBlocks(PAGE);
const EXAMPLES = BLOCKS.flatMap(({ text, where }, i) =>
  text.startsWith('// standing query') ? [[where, i]] : [],
);

test('contains examples', () => expect(EXAMPLES.length).toBeGreaterThan(10));

test.each(EXAMPLES as [string, number][])('%s reports the stated results', async (_where, first) => {
  const graph = await openGraph({ workers: 0, shards: 2 });
  const results: string[] = [];
  await register(graph, BLOCKS[first]!.text, results);
  for (const { language, text, where } of BLOCKS.slice(first + 1)) {
    if (text.startsWith('//')) break;
    if (language === 'cypher') await (await graph.query(text)).rows();
    await graph.idle();
    if (language === 'results') {
      const expected = text.split('\n').filter(line => line !== '');
      const lines = expected.map(line => line.slice(0, 2) + queryJson(parseJson(line.slice(2))));
      expect([where, ...results.splice(0)]).toEqual([where, ...lines]);
    }
  }
  await graph.close();
});

const REFUSED = BLOCKS.filter(({ text }) => text.startsWith('// refused'));

test.each(REFUSED.map(({ where, text }) => [where, text]))('rejects %s', async (_where, text) => {
  const graph = await openGraph({ workers: 0, shards: 2 });
  await expect(register(graph, text, [])).rejects.toMatchObject({
    code: expect.stringMatching(/^(cypher.compile|standing.invalid-pattern)$/) as string,
  });
  await graph.close();
});

async function register(graph: StreamingGraph, text: string, results: string[]): Promise<void> {
  const mode = /^\/\/ standing query, DistinctId\n/.test(text) ? 'DistinctId' : 'MultipleValues';
  const handle = await graph.registerStanding({
    name: 'example',
    query: text,
    mode,
    includeCancellations: true,
    inputBufferSize: 32,
  });
  const take: StandingConsumer = async some => {
    for (const { isPositiveMatch, data } of some)
      results.push(`${isPositiveMatch ? '+' : '-'} ${queryJson(data)}`);
  };
  await handle.cursors.open('docs', take, 'beginning');
}
