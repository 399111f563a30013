/** The guides list the type of every source and destination, in both versions of the API, in the first column of a table. */
import { destinationDeclarations, sourceDeclarations } from '@weir/definitions';
import { pages } from './markdown.js';

function listedIn(path: string): ReadonlySet<string> {
  const { text } = pages().find(page => page.path === path)!;
  const firstCells = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell!);
  return new Set(firstCells.flatMap(cell => [...cell.matchAll(/`(\w+)`/g)].map(([, type]) => type!)));
}

function typesOf(declaration: {
  readonly type: string;
  readonly version1?: { readonly type: string };
}): string[] {
  return [declaration.type, ...(declaration.version1 === undefined ? [] : [declaration.version1.type])];
}

test.each([
  ['docs/guides/ingest.md', [...sourceDeclarations().values()].flatMap(typesOf)],
  ['docs/guides/standing-queries/outputs.md', [...destinationDeclarations().values()].flatMap(typesOf)],
])('%s has a row for every type', (path, types) => {
  const listed = listedIn(path);
  expect(types.filter(type => !listed.has(type))).toEqual([]);
});
