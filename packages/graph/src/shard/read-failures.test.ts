import { TestEnvironment } from '@weir/model/testing';
import { ReadFailures } from './read-failures.js';

const AWAY = new Error('away');

function levelsOf({ logged }: TestEnvironment): string {
  return logged.map(({ level }) => level).join(' ');
}

test('a store that is away is told of once for all nodes, and that it is back when the last was read', () => {
  const environment = new TestEnvironment();
  const failures = new ReadFailures(0, environment);
  const nodes = Array.from({ length: 1_000 }, () => ({}));
  for (let second = 0; second < 30; second++) {
    for (const node of nodes) failures.failed(node, AWAY);
    environment.advance(1_000);
  }
  expect(levelsOf(environment)).toBe('error');
  for (const node of nodes.slice(1)) failures.succeeded(node);
  expect(levelsOf(environment)).toBe('error');
  failures.succeeded(nodes[0]!);
  failures.succeeded({});
  expect(levelsOf(environment)).toBe('error info');
});

test('a node that can never be read is told of once a minute, whatever is read beside it', () => {
  const environment = new TestEnvironment();
  const failures = new ReadFailures(0, environment);
  const damaged = {};
  for (let second = 0; second < 180; second++) {
    failures.failed(damaged, AWAY);
    failures.succeeded({});
    environment.advance(1_000);
  }
  expect(levelsOf(environment)).toBe('error error error');
});

test('trouble that nobody heard of has no end to be told', () => {
  const environment = new TestEnvironment();
  const failures = new ReadFailures(0, environment);
  for (let time = 0; time < 3; time++) {
    failures.failed(AWAY, AWAY);
    failures.succeeded(AWAY);
  }
  expect(levelsOf(environment)).toBe('error info');
});
