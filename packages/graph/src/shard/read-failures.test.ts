import { TestEnvironment } from '@weir/platform/testing';
import { ReadFailures } from './read-failures.js';

const AWAY = new Error('away');

function levelsOf({ logged }: TestEnvironment): string {
  return logged.map(({ level }) => level).join(' ');
}

test('reports an unavailable store once for all nodes, and its return when the last one was read', () => {
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

test('reports a node that can never be read once a minute, whatever else is read', () => {
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

test('does not report the end of a failure that was never reported', () => {
  const environment = new TestEnvironment();
  const failures = new ReadFailures(0, environment);
  for (let time = 0; time < 3; time++) {
    failures.failed(AWAY, AWAY);
    failures.succeeded(AWAY);
  }
  expect(levelsOf(environment)).toBe('error info');
});
