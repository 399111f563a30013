/** Sends the commands of docs/guides/cypher.md to a gateway, in their order, and compares what it says they answer. */
import { GatewayProcess } from '../support/gateway-process.js';
import { parseCurl } from './curl.js';
import { codeBlocks, pages } from './markdown.js';

test('the commands of the Cypher guide answer what it says', async () => {
  const blocks = codeBlocks(pages().find(page => page.path === 'docs/guides/cypher.md')!);
  const gateway = await GatewayProcess.start('--store', 'memory');
  try {
    let answer = '';
    for (const { language, text, where } of blocks) {
      if (language === 'sh') {
        const { path, init } = parseCurl(text);
        answer = await (await gateway.fetch(path, init)).text();
      } else if (language === 'json') {
        expect([where, JSON.parse(answer)]).toEqual([where, JSON.parse(text)]);
      }
    }
  } finally {
    await gateway.stop();
  }
});
