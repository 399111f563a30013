import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { until } from '@weir/platform/testing';
import { TransientSourceError } from '@weir/plugins';
import { describeIngestSource } from '@weir/plugins/conformance';
import { FrameCutter, LONGEST_FRAME } from './frame-cutter.js';
import { FramedSource } from './framed-source.js';

const RECORDS = ['one', 'two', '', '{"a":"ü"}\n', 'five', 'x'.repeat(70_000)];
let server: Server;
let greet: (socket: Socket) => void;
let connected: Socket[];

function frameOf(record: string | Uint8Array): Buffer {
  const payload = Buffer.from(record);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

beforeEach(async () => {
  connected = [];
  greet = socket => void socket.write(Buffer.concat(RECORDS.map(frameOf)));
  server = createServer(socket => {
    connected.push(socket.on('error', () => undefined));
    greet(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of connected) socket.destroy();
  await new Promise(resolve => server.close(resolve));
});

function sourceOf(): FramedSource {
  const { port } = server.address() as AddressInfo;
  return new FramedSource({ host: '127.0.0.1', port, outgoing: new OutgoingPolicy(OPEN_RULES) });
}

async function lengths(source: FramedSource): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const batch = await source.next(100);
    if (batch === undefined) return found;
    const { bounds } = batch.chunk;
    for (let i = 0; i < bounds.length; i += 2) found.push(bounds[i + 1]! - bounds[i]!);
  }
}

describeIngestSource('messages behind their lengths', () => ({ make: sourceOf, records: RECORDS }));

test.each([1, 2, 3, 5, 7, 70_010])('splits messages from chunks of %i bytes', size => {
  const bytes = Buffer.concat(RECORDS.map(frameOf));
  const cutter = new FrameCutter();
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    cutter.add(bytes.subarray(at, at + size), message => found.push(Buffer.from(message).toString()));
  }
  expect(found).toEqual(RECORDS);
  expect(cutter.isWithinFrame).toBe(false);
});

test('a server that closes between messages ends the source, after its messages', async () => {
  greet = socket => void socket.end(frameOf('last'));
  const source = sourceOf();
  await source.open();
  expect(await lengths(source)).toEqual([4]);
});

test('a server that closes within a message, or is unreachable, can be retried', async () => {
  greet = socket => void socket.end(Buffer.concat([frameOf('whole'), frameOf('half').subarray(0, 6)]));
  const source = sourceOf();
  await source.open();
  expect((await source.next(9))?.chunk.bounds).toHaveLength(2);
  await expect(source.next(9)).rejects.toThrow(TransientSourceError);
  const unreachable = sourceOf();
  for (const socket of connected) socket.destroy();
  await new Promise(resolve => server.close(resolve));
  await expect(unreachable.open()).rejects.toThrow(TransientSourceError);
  await unreachable.close();
});

test('reads a message of 10 MiB; a longer one ends the source with an error that says so', async () => {
  greet = socket => {
    const longest = frameOf(Buffer.alloc(LONGEST_FRAME));
    const tooLong = Buffer.alloc(4);
    tooLong.writeUInt32BE(LONGEST_FRAME + 1);
    socket.write(Buffer.concat([longest, tooLong]));
  };
  const source = sourceOf();
  await source.open();
  const found = await source.next(9);
  expect(found?.chunk.bytes).toHaveLength(LONGEST_FRAME);
  await expect(lengths(source)).rejects.toThrow(/10485761 bytes is longer than 10485760/);
});

test('the sender waits while no records are requested', async () => {
  const frame = frameOf(Buffer.alloc(64 * 1024));
  const count = 1_000;
  let taken = 0;
  greet = socket => {
    const more = (): void => {
      while (taken < count && socket.write(frame)) taken++;
      if (taken < count) socket.once('drain', () => (taken++, more()));
      else socket.end();
    };
    more();
  };
  const source = sourceOf();
  await source.open();
  const first = await source.next(1);
  expect(first?.chunk.bytes).toHaveLength(64 * 1024);
  await until(() => connected[0]!.writableNeedDrain);
  expect(taken).toBeLessThan(count);
  expect(await lengths(source)).toHaveLength(count - 1);
});
