/** Syntax trees as text for golden tests: every field except spans and absent ones. */
import { Float } from '@weir/model';

export function treeText(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return listText(value, indent);
  if (value instanceof Float) return `${Object.is(value.value, -0) ? '-0' : value.value}.0`;
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value === 'object' && value !== null) return nodeText(value, indent);
  return JSON.stringify(value);
}

function listText(values: readonly unknown[], indent: string): string {
  if (values.every(value => typeof value !== 'object' || value === null)) return JSON.stringify(values);
  const deeper = `${indent}  `;
  return values.map(value => `\n${deeper}- ${treeText(value, `${deeper}  `)}`).join('');
}

function nodeText(node: object, indent: string): string {
  const { kind, ...fields } = node as Record<string, unknown>;
  const shown = Object.entries(fields).filter(
    ([name, value]) => name !== 'span' && name !== 'text' && isPresent(value),
  );
  const isFlat = shown.every(
    ([, value]) => typeof value !== 'object' || value === null || value instanceof Float,
  );
  if (isFlat) return [kind, ...shown.map(([name, value]) => `${name}=${treeText(value)}`)].join(' ');
  const deeper = `${indent}  `;
  const lines = shown.map(([name, value]) => {
    const text = treeText(value, deeper);
    return `\n${deeper}${name}:${text.startsWith('\n') ? '' : ' '}${text}`;
  });
  return `${String(kind)}${lines.join('')}`;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
