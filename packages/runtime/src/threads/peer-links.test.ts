/** Links of workers when one worker is replaced while the others keep running. */
import { MessageChannel } from 'node:worker_threads';
import { eventually, settle } from '@weir/platform/testing';
import { WriteGate } from '../flow/write-gate.js';
import { PeerLinks } from './peer-links.js';

/** Exceeds the limit of unconfirmed frames. */
const MANY = 100;

class Linked {
  readonly gate = new WriteGate();
  readonly received: string[] = [];
  readonly links: PeerLinks;

  constructor(replacements = 0) {
    this.links = new PeerLinks(replacements, this.gate, (from, frame) => {
      this.received.push(`${from}: ${Buffer.from(frame).toString()}`);
    });
  }

  say(to: number, text: string): void {
    this.links.send(to, new Uint8Array(Buffer.from(text)));
  }

  change(replacements: number, worker: number, port: MessageChannel['port1']): void {
    this.links.change({ replacements, peers: [{ worker, port }] }, workers =>
      this.received.push(`learns of ${workers.join()}`),
    );
  }
}

let between: MessageChannel;
let [a, b]: Linked[] = [];

/** Connects worker 0 and worker 1 with worker 2. @returns worker 2's ends of the links. */
function connect(): MessageChannel[] {
  [a, b] = [new Linked(), new Linked()];
  between = new MessageChannel();
  const toThird = [new MessageChannel(), new MessageChannel()];
  a.links.connect([
    { worker: 1, port: between.port2 },
    { worker: 2, port: toThird[0]!.port2 },
  ]);
  b.links.connect([
    { worker: 0, port: between.port1 },
    { worker: 2, port: toThird[1]!.port2 },
  ]);
  return toThird;
}

afterEach(() => {
  a?.links.close();
  b?.links.close();
});

test('does not read a frame before the replacement that its sender knew of', async () => {
  connect();
  const [fresh, other] = [new MessageChannel(), new MessageChannel()];
  a!.say(1, 'before');
  a!.change(1, 2, fresh.port2);
  a!.say(1, 'after');
  b!.say(0, 'knows of nothing');
  await eventually(() => a!.received.length === 2);
  await settle();
  expect(a!.received).toEqual(['learns of 2', '1: knows of nothing']);
  expect(b!.received).toEqual(['0: before']);
  b!.change(1, 2, other.port2);
  await eventually(() => b!.received.length === 3);
  expect(b!.received).toEqual(['0: before', 'learns of 2', '0: after']);
});

test('reads frames of the new worker once its peer knows of it, and ignores frames of the lost one', async () => {
  const [lost] = connect();
  const channel = new MessageChannel();
  const fresh = new Linked(1);
  fresh.links.connect([{ worker: 0, port: channel.port1 }]);
  fresh.say(0, 'new');
  await settle();
  expect(a!.received).toEqual([]);
  a!.change(1, 2, channel.port2);
  lost!.port1.postMessage(new Uint8Array(Buffer.from('late')));
  a!.say(2, 'hello');
  await eventually(() => fresh.received.length === 1 && a!.received.length === 2);
  await settle();
  expect(a!.received).toEqual(['learns of 2', '2: new']);
  fresh.links.close();
});

test('frames to a lost worker do not hold ingest', async () => {
  const [lost] = connect();
  for (let k = 0; k < MANY; k++) a!.say(2, 'never read');
  expect(a!.gate.isOpen).toBe(false);
  lost!.port1.close();
  await eventually(() => a!.gate.isOpen);
  for (let k = 0; k < MANY; k++) a!.say(2, 'nobody is there');
  expect(a!.gate.isOpen).toBe(true);
});
