/** The command as assistants start it: a process that speaks the protocol on its standard input and output. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { clientOfService } from '../../testing/client-of-service.js';

const MAIN = fileURLToPath(new URL('../../../bin/weir.mjs', import.meta.url));
const weir = clientOfService();

test('serves a client over standard input and output, and writes nothing else there', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--url', weir.service.url],
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const errors: Error[] = [];
  const client = new Client({ name: 'test', version: '1' });
  client.onerror = error => errors.push(error);
  await client.connect(transport);
  const { content } = await client.callTool({ name: 'query', arguments: { query: 'RETURN 1 AS x' } });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('"rowCount":1') as string }]);
  await client.close();
  expect(errors).toEqual([]);
  expect(stderr).toBe('Model Context Protocol on standard input and output; Ctrl-C ends\n');
});
