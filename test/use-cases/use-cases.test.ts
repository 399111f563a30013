/**
 * The use cases of the documentation, each as its page tells it: its recipe, its records one after the other, and
 * exactly the results that it promises, in their order.
 */
import { parseJson, queryJson } from '@weir/model';
import { parseRecipe } from '@weir/recipes';
import { openGraph } from '@weir/runtime';
import { codeBlocks, pages } from '../docs/markdown.js';

const PAGES = pages().filter(({ path }) => path.startsWith('docs/guides/use-cases/'));

test('all use cases are there', () => expect(PAGES).toHaveLength(6));

test.each(PAGES.map(page => [page.path, page] as const))('%s', async (_path, page) => {
  const block = (language: string): string => codeBlocks(page).find(each => each.language === language)!.text;
  const { ingestStreams, standingQueries } = parseRecipe(block('yaml'), new Map());
  const graph = await openGraph({ workers: 0, shards: 2 });
  const results: string[] = [];
  for (const { name, definition } of standingQueries) {
    const { pattern, includeCancellations, inputBufferSize } = definition;
    const handle = await graph.registerStanding({ name, ...pattern, includeCancellations, inputBufferSize });
    handle.subscribe(async some => {
      for (const { isPositiveMatch, data } of some) {
        results.push(`${isPositiveMatch ? '+' : '-'} ${queryJson(data)}`);
      }
    });
  }
  const [stream] = ingestStreams;
  const { query } = (stream!.definition as { format: { query: string } }).format;
  const lane = await graph.openLane({ name: 'records', query, parameter: 'that' });
  for (const line of block('jsonl').trim().split('\n')) {
    const [outcome] = await lane.runValues([parseJson(line)]);
    if (outcome!.error) throw outcome!.error;
    await graph.idle();
  }
  await graph.close();
  const expected = block('results')
    .trim()
    .split('\n')
    .map(line => line.slice(0, 2) + queryJson(parseJson(line.slice(2))));
  expect(results).toEqual(expected);
});
