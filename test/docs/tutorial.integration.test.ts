/** Runs docs/tutorial.md: its files, its commands in order, and the responses that it shows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { sseEvents, type SseEvent } from '../support/sse-events.js';
import { parseCurl } from './curl.js';
import { codeBlocks, pages } from './markdown.js';
import { shellWords } from './shell-words.js';

interface Result {
  readonly meta: { readonly resultId: string; readonly isPositiveMatch: boolean };
}

const BLOCKS = codeBlocks(pages().find(page => page.path === 'docs/tutorial.md')!);
const JSON_BLOCKS = BLOCKS.filter(block => block.language === 'json').map(block => block.text);

/** The only command whose text contains `part`. */
function command(part: string): string {
  const found = BLOCKS.filter(block => block.language === 'sh' && block.text.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} commands with '${part}'`);
  return found[0]!.text;
}

describe('tutorial', () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    const [npm, start, , ...options] = shellWords(command('npm start'));
    expect([npm, start]).toEqual(['npm', 'start']);
    gateway = await GatewayProcess.start(...options);
  });
  afterAll(() => gateway.stop());

  async function run(part: string, change: (path: string) => string = path => path): Promise<string> {
    const { path, init } = parseCurl(command(part));
    const response = await gateway.fetch(change(path), init);
    const body = await response.text();
    if (!response.ok) throw new Error(`${part}: ${response.status} ${body}`);
    return body;
  }

  async function completed(stream: string): Promise<void> {
    for (;;) {
      const response = await gateway.fetch(`/api/v1/ingest/${stream}`);
      const { status } = (await response.json()) as { status: string };
      if (status === 'Completed') return;
      if (status !== 'Running') throw new Error(`the stream is ${status}`);
    }
  }

  test('works as described', async () => {
    await run('"outputs": { "print"');
    const watching = await gateway.fetch(parseCurl(command('curl -N')).path);
    const events = sseEvents(watching);
    await writeFile(join(gateway.folder, 'payments.jsonl'), JSON_BLOCKS[0]!);
    await run('"path": "payments.jsonl"');
    await completed('payments');

    await run('SET purchase:Order, purchase.country = $country');
    const match = (await events.next()).value as SseEvent;
    const matched = JSON.parse(match.data) as Result;
    expect(match.name).toBe('result');
    expect(match.id).toBe(matched.meta.resultId);
    expect(matched.meta.isPositiveMatch).toBe(true);
    await gateway.results.matching(/Standing query `print` match: \{/);

    await run('SET purchase.country = "FR"');
    const cancelled = JSON.parse(((await events.next()).value as SseEvent).data) as Result;
    expect(cancelled.meta).toMatchObject({ resultId: matched.meta.resultId, isPositiveMatch: false });

    await run('"path": "payments.jsonl"', path => path.replace('/payments', '/payments-again'));
    await completed('payments-again');
    expect(JSON.parse(await run('RETURN purchase.country, payment.amount'))).toEqual(
      JSON.parse(JSON_BLOCKS[1]!),
    );
    expect(gateway.results.seen).toHaveLength(2);
    await events.return();
  });
});
