import { EventEmitter } from 'node:events';
import { TestEnvironment } from '@weir/platform/testing';
import type { WebSocket } from 'ws';
import { ResultSocket } from './result-socket.js';

/** A client whose reading a test controls. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: string[] = [];
  pings = 0;
  isTerminated = false;
  private taken: (() => void) | undefined;

  send(text: string, _options: object, taken: () => void): void {
    this.sent.push(text);
    this.taken = taken;
  }

  take(): void {
    this.taken?.();
  }

  ping(): void {
    this.pings++;
  }

  terminate(): void {
    this.isTerminated = true;
    this.emit('close');
  }
}

function open(): {
  socket: SlowSocket;
  results: ResultSocket;
  environment: TestEnvironment;
  lost: () => number;
} {
  const socket = new SlowSocket();
  const environment = new TestEnvironment();
  let lost = 0;
  const { scheduler } = environment;
  const options = { scheduler, capacity: 2, heartbeatMillis: 10, onLost: () => lost++ };
  const results = new ResultSocket(socket as unknown as WebSocket, options);
  return { socket, results, environment, lost: () => lost };
}

test('a slow client loses the oldest pending texts', () => {
  const { socket, results, lost } = open();
  for (const text of ['1', '2', '3', '4', '5']) results.send(text);
  for (let i = 0; i < 4; i++) socket.take();
  expect(socket.sent).toEqual(['1', '4', '5']);
  expect(lost()).toBe(2);
});

test('disconnects only clients that do not answer pings', async () => {
  const { socket, results, environment } = open();
  environment.advance(10);
  socket.emit('pong');
  environment.advance(10);
  expect([socket.pings, socket.isTerminated]).toEqual([2, false]);
  environment.advance(10);
  expect(socket.isTerminated).toBe(true);
  await results.ended;
});
