import { settle } from '@weir/platform/testing';
import { HELD, NOT_HELD, WriteGate } from './write-gate.js';

let gate: WriteGate;
let entered: string[];
beforeEach(() => {
  gate = new WriteGate();
  entered = [];
});

function enter(name: string, isHeld: () => boolean): void {
  void gate.enter(isHeld).then(() => entered.push(name));
}

test('a full queue holds ingest, and nothing else, until no queue is full', async () => {
  gate.setFull('one', true);
  gate.setFull('other', true);
  enter('ingest', HELD);
  enter('output', NOT_HELD);
  await settle();
  expect([gate.isOpen, entered]).toEqual([false, ['output']]);
  gate.setFull('one', false);
  await settle();
  expect(entered).toEqual(['output']);
  gate.setFull('other', false);
  await settle();
  expect([gate.isOpen, entered]).toEqual([true, ['output', 'ingest']]);
});

test('a released writer enters at the next recheck', async () => {
  let isHeld = true;
  gate.setFull('one', true);
  enter('ingest', () => isHeld);
  await settle();
  isHeld = false;
  gate.recheck();
  await settle();
  expect(entered).toEqual(['ingest']);
});

test('a pause waits for writers inside, and holds all others until it ends', async () => {
  gate.enterNow();
  gate.enterNow();
  let isAtRest = false;
  void gate.pause().then(() => (isAtRest = true));
  enter('output', NOT_HELD);
  gate.leave();
  await settle();
  expect([isAtRest, gate.isOpen, entered]).toEqual([false, false, []]);
  gate.leave();
  await settle();
  expect([isAtRest, entered]).toEqual([true, []]);
  gate.resume();
  await settle();
  expect([gate.isOpen, entered]).toEqual([true, ['output']]);
});
