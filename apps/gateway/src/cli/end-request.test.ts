import { EventEmitter } from 'node:events';
import { EndRequest, type SignalledProcess } from './end-request.js';

class FakeProcess extends EventEmitter implements SignalledProcess {
  readonly pid = 1;
  readonly exits: (number | string)[] = [];
  kill(pid: number, signal: string): void {
    expect([pid, this.listenerCount(signal)]).toEqual([1, 0]);
    this.exits.push(signal);
  }
  exit(code: number): void {
    this.exits.push(code);
  }
}

test('a signal during startup ends the program immediately', () => {
  const process = new FakeProcess();
  new EndRequest(process, () => process.exits.push('disposed'));
  process.emit('SIGINT');
  expect(process.exits).toEqual(['disposed', 'SIGINT', 130]);
});

test('after the start the first signal requests the end, the second ends the program', async () => {
  const process = new FakeProcess();
  const end = new EndRequest(process, () => process.exits.push('disposed'));
  end.started();
  process.emit('SIGTERM');
  await end.requested;
  expect(process.exits).toEqual([]);
  process.emit('SIGTERM');
  expect(process.exits).toEqual(['disposed', 'SIGTERM', 143]);
});

test('after a request over the API, the first signal still counts as a request', async () => {
  const process = new FakeProcess();
  const end = new EndRequest(process, () => process.exits.push('disposed'));
  end.started();
  end.request();
  await end.requested;
  process.emit('SIGINT');
  expect(process.exits).toEqual([]);
});
