/** Graphs for tests, one line per node or edge: `a:A:B p=1 q=two`, `a-x->b w=1`. */
import type { PlainValue, Write } from './plain-graph.js';

/** @param nameOf maps names in the text to node names. */
export function writesOf(lines: readonly string[], nameOf = (name: string): string => name): Write[] {
  return lines.flatMap(line => {
    const [subject, ...assignments] = line.split(' ');
    const values = assignments.map(each => each.split('=') as [string, string]);
    const edge = /^(\w+)-(\w+)->(\w+)$/.exec(subject!);
    return edge === null
      ? nodeWrites(subject!, values, nameOf)
      : edgeWrites(nameOf(edge[1]!), edge[2]!, nameOf(edge[3]!), values);
  });
}

function nodeWrites(
  subject: string,
  values: readonly (readonly [string, string])[],
  nameOf: (name: string) => string,
): Write[] {
  const [name, ...labels] = subject.split(':');
  const node = nameOf(name!);
  return [
    ...labels.map((label): Write => ({ kind: 'label', node, label, present: true })),
    ...values.map(([key, value]): Write => ({ kind: 'set', node, key, value: plainValue(value) })),
  ];
}

function edgeWrites(
  source: string,
  label: string,
  target: string,
  values: readonly (readonly [string, string])[],
): Write[] {
  return [
    { kind: 'edge', source, label, target, present: true },
    ...values.map(([, value]): Write => ({ kind: 'weight', source, label, target, value: Number(value) })),
  ];
}

function plainValue(text: string): PlainValue {
  return /^\d+$/.test(text) ? Number(text) : text;
}
