/** Tests that need no broker: a source that is closed before it has connected. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sourceFormsOf } from '@weir/formats/forms';
import { LENIENT } from '@weir/plugins/form';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import type { KafkaSourceDefinition } from '../definition/kafka-source.js';
import { kafkaSource } from '../kinds.js';

test('a source closed while the client is loading joins no group and opens no connection', async () => {
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const source = kafkaSource.member(sourceFormsOf(LENIENT)).parse({
    type: 'Kafka',
    format: { type: 'Json' },
    topics: ['t'],
    bootstrapServers: `127.0.0.1:${port}`,
  }) as KafkaSourceDefinition;
  const nothing = { files: undefined as never, standardInput: undefined as never };
  const context = {
    environment: new TestEnvironment(),
    outgoing: new OutgoingPolicy(OPEN_RULES),
    ...nothing,
  };
  const opened = (await kafkaSource.prepare(source, context, 's')).openSource();
  await opened.open();
  const asked = opened.next(1);
  await opened.close();
  expect(await asked).toBeUndefined();
  expect(connections).toBe(0);
  server.close();
});
