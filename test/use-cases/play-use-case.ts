/** Runs a use case from its page: registers its recipe's standing query, then sends its records one after the other. */
import { parseJson, queryJson } from '@weir/model';
import { parseRecipe } from '@weir/recipes';
import { openGraph, type RecordChunk, type StandingHandle, type StreamingGraph } from '@weir/runtime';
import { formatReference } from '@weir/formats/records';
import { codeBlocks, type Page, pages } from '../docs/markdown.js';

export const USE_CASES = pages().filter(({ path }) => path.startsWith('docs/guides/use-cases/'));

export interface PlayedUseCase {
  readonly graph: StreamingGraph;
  readonly handle: StandingHandle;
  /** `+ {...}` and `- {...}`, in order of arrival. */
  readonly results: readonly string[];
}

export function blockOf(page: Page, language: string): string {
  return codeBlocks(page).find(each => each.language === language)!.text;
}

/**
 * @param atOnce sends the records as one chunk of a file, like the recipe does; else each waits for the previous one.
 * @returns the graph at rest, with all records in it.
 */
export async function playUseCase(page: Page, atOnce = false): Promise<PlayedUseCase> {
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
  const format = formatReference({ type: 'Json' });
  const lane = await graph.openLane({ name: 'records', query, parameter: 'that', format });
  const lines = blockOf(page, 'jsonl').trim().split('\n');
  if (atOnce) {
    const { failure } = await lane.runChunk(chunkOf(lines));
    if (failure) throw failure.error;
    await graph.idle();
    return { graph, handle, results };
  }
  for (const line of lines) {
    const [outcome] = await lane.runValues([parseJson(line)]);
    if (outcome!.error) throw outcome!.error;
    await graph.idle();
  }
  return { graph, handle, results };
}

function chunkOf(lines: readonly string[]): RecordChunk {
  const records = lines.map(line => Buffer.from(line));
  const bounds = new Uint32Array(records.length * 2);
  let at = 0;
  records.forEach(({ length }, i) => {
    bounds[2 * i] = at;
    bounds[2 * i + 1] = at += length;
  });
  return { bytes: new Uint8Array(Buffer.concat(records)), bounds, firstPosition: 0 };
}
