/**
 * Runs the instructions of a page block by block, and compares the results with those it shows:
 *
 * - `sh` with `curl`: sent to a gateway; with `curl -N`, opens the results stream that is read from then on
 * - `json` right after it: the response contains at least that; `"..."` is any text
 * - `results`: the next results of the stream, `+` a match and `-` a retraction, in any order
 * - `printed`: lines that the gateway prints, without the time; `...` is any text
 */
import type { GatewayProcess } from '../support/gateway-process.js';
import { sseEvents, type SseEvent } from '../support/sse-events.js';
import { parseCurl } from './curl.js';
import { codeBlocks, pages } from './markdown.js';

/**
 * @param gateway has no nodes and standing queries, before and after.
 * @returns the number of comparisons.
 */
export async function walkPage(gateway: GatewayProcess, path: string): Promise<number> {
  const blocks = codeBlocks(pages().find(page => page.path === path)!);
  const streams: AsyncGenerator<SseEvent, void, undefined>[] = [];
  let compared = 0;
  let answer = '';
  try {
    for (const [i, { language, text, where }] of blocks.entries()) {
      if (language === 'sh') {
        const { path: address, init } = parseCurl(text);
        const response = await gateway.fetch(address, init);
        if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
        if (text.startsWith('curl -N')) streams.push(sseEvents(response));
        else answer = await response.text();
        continue;
      }
      if (language === 'json' && blocks[i - 1]?.language === 'sh') {
        expect([where, JSON.parse(answer)]).toMatchObject([where, loosely(JSON.parse(text))]);
      } else if (language === 'results') {
        const lines = text.trim().split('\n');
        const seen: string[] = [];
        while (seen.length < lines.length) seen.push(resultLine((await streams.at(-1)!.next()).value!));
        expect([where, ...seen.sort()]).toEqual([where, ...lines.map(canonical).sort()]);
      } else if (language === 'printed') {
        for (const line of text.trim().split('\n')) {
          const literal = line.split('...').map(piece => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
          await gateway.results.matching(new RegExp(`^([\\d:, -]* )?${literal.join('.*')}$`));
        }
      } else continue;
      compared++;
    }
  } finally {
    await Promise.all(streams.map(stream => stream.return()));
    await clear(gateway);
  }
  return compared;
}

async function clear(gateway: GatewayProcess): Promise<void> {
  const address = '/api/v1/query/standing';
  const queries = (await (await gateway.fetch(address)).json()) as { name: string }[];
  for (const { name } of queries) await gateway.fetch(`${address}/${name}`, { method: 'DELETE' });
  await gateway.rows('MATCH (n) DETACH DELETE n');
}

function resultLine({ data }: SseEvent): string {
  const result = JSON.parse(data) as { meta: { isPositiveMatch: boolean }; data: object };
  return `${result.meta.isPositiveMatch ? '+' : '-'} ${JSON.stringify(result.data)}`;
}

function canonical(line: string): string {
  return line.slice(0, 2) + JSON.stringify(JSON.parse(line.slice(2)));
}

function loosely(value: unknown): unknown {
  if (value === '...') return expect.any(String);
  if (Array.isArray(value)) return value.map(loosely);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, loosely(entry)]));
}
