/** What needs no broker: a source that is closed before it has connected. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { parseIngestDefinition } from '@weir/definitions';
import { OPEN_RULES, OutgoingPolicy } from '@weir/model';
import { TestEnvironment } from '@weir/model/testing';
import { prepareSource } from '../../streams/prepare-source.js';

test('who is closed while the client is loaded joins no group, and connects to nobody', async () => {
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { source } = parseIngestDefinition({
    source: {
      type: 'Kafka',
      format: { type: 'Json' },
      topics: ['t'],
      bootstrapServers: `127.0.0.1:${port}`,
    },
    query: 'RETURN $that',
  });
  const nothing = { files: undefined as never, standardInput: undefined as never };
  const context = {
    environment: new TestEnvironment(),
    outgoing: new OutgoingPolicy(OPEN_RULES),
    ...nothing,
  };
  const opened = (await prepareSource('s', source, context)).openSource();
  await opened.open();
  const asked = opened.next(1);
  await opened.close();
  expect(await asked).toBeUndefined();
  expect(connections).toBe(0);
  server.close();
});
