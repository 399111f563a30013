/** The tables of docs/internals/cluster-sizing.md are those that are computed, and begin with the figures that it names. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { pages } from './markdown.js';

function tables(text: string): string[][] {
  return text.split(/\n\s*\n/).flatMap(block => {
    const lines = block.trim().split('\n');
    return lines.every(line => line.startsWith('|')) ? [lines.map(cells)] : [];
  });
}

function cells(line: string): string {
  return line.replaceAll(/\s+/g, ' ').replaceAll(/-+:?/g, '-');
}

test('the tables are what is computed', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    projectFile('bench/dist/cluster-sizing.js'),
  ]);
  const computed = tables(stdout);
  expect(computed).toHaveLength(2);
  const { text } = pages().find(({ path }) => path === 'docs/internals/cluster-sizing.md')!;
  expect(tables(text).slice(1)).toEqual(computed);
});
