/** Plays a use case as its page tells it: its recipe's standing query, then its records one after the other. */
import { parseJson, queryJson } from '@weir/model';
import { parseRecipe } from '@weir/recipes';
import { openGraph, type StandingHandle, type StreamingGraph } from '@weir/runtime';
import { codeBlocks, type Page, pages } from '../docs/markdown.js';

export const USE_CASES = pages().filter(({ path }) => path.startsWith('docs/guides/use-cases/'));

export interface PlayedUseCase {
  readonly graph: StreamingGraph;
  readonly handle: StandingHandle;
  /** `+ {...}` and `- {...}`, as they came. */
  readonly results: readonly string[];
}

export function blockOf(page: Page, language: string): string {
  return codeBlocks(page).find(each => each.language === language)!.text;
}

/** @returns the graph, quiet, with all records in it. */
export async function playUseCase(page: Page): Promise<PlayedUseCase> {
  const { ingestStreams, standingQueries } = parseRecipe(blockOf(page, 'yaml'), new Map());
  const graph = await openGraph({ workers: 0, shards: 2 });
  const results: string[] = [];
  const [{ name, definition }] = standingQueries as [(typeof standingQueries)[number]];
  const { pattern, includeCancellations, inputBufferSize } = definition;
  const handle = await graph.registerStanding({ name, ...pattern, includeCancellations, inputBufferSize });
  handle.subscribe(async some => {
    for (const { isPositiveMatch, data } of some) {
      results.push(`${isPositiveMatch ? '+' : '-'} ${queryJson(data)}`);
    }
  });
  const [stream] = ingestStreams;
  const { query } = stream!.definition;
  const lane = await graph.openLane({ name: 'records', query, parameter: 'that' });
  for (const line of blockOf(page, 'jsonl').trim().split('\n')) {
    const [outcome] = await lane.runValues([parseJson(line)]);
    if (outcome!.error) throw outcome!.error;
    await graph.idle();
  }
  return { graph, handle, results };
}
