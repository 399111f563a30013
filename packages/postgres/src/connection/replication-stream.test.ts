/** Simulates the messages of a server. */
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import type { PostgresSlot } from '../definition/postgres-source.js';
import { TestEnvironment } from '@weir/platform/testing';
import type { PostgresServer, ReplicationConnection } from './postgres-server.js';
import { ReplicationStream } from './replication-stream.js';

const SLOT = { slot: 's', publication: 'p', tables: [] } as unknown as PostgresSlot;

/** Begin and commit of a transaction without published changes. */
function emptyTransaction(end: number): Buffer[] {
  const begin = Buffer.alloc(1 + 8 + 8 + 4);
  begin.write('B');
  const commit = Buffer.alloc(1 + 1 + 8 + 8 + 8);
  commit.write('C');
  commit.writeBigUInt64BE(BigInt(end), 10);
  return [begin, commit].map(message => Buffer.concat([Buffer.from('w'), Buffer.alloc(24), message]));
}

test('transactions of other tables do not accumulate while entries are not consumed', async () => {
  const connection = Object.assign(new EventEmitter(), {
    stream: { resume: () => undefined, pause: () => undefined },
    sendCopyFromChunk: () => undefined,
  });
  const client = Object.assign(new EventEmitter(), {
    escapeLiteral: (text: string) => text,
    query: (text: string) => {
      if (!text.startsWith('START_REPLICATION'))
        return Promise.resolve({ rows: [{ plugin: 'pgoutput', wal_status: 'reserved' }] });
      process.nextTick(() => connection.emit('replicationStart'));
      return new Promise(() => undefined);
    },
    end: () => Promise.resolve(),
  });
  const server = {
    name: 'here',
    connect: () =>
      Promise.resolve({
        client: client as unknown as Client,
        connection: connection as unknown as ReplicationConnection,
      }),
  } as unknown as PostgresServer;
  const { scheduler } = new TestEnvironment();
  const stream = await ReplicationStream.open({
    server,
    slot: SLOT,
    from: undefined,
    scheduler,
    reached: () => undefined,
  });
  for (let end = 1; end <= 1_000; end++)
    for (const chunk of emptyTransaction(end)) connection.emit('copyData', { chunk });
  expect(await stream.next()).toEqual({ type: 'commit', end: 1_000n });
  expect(stream.isEmpty).toBe(true);
  await stream.close();
});
