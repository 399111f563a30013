/**
 * The words of a query in the encoding of the Language Server Protocol: five numbers each, with positions relative to
 * the previous word.
 */
import { type WordKind, wordKinds } from '@weir/cypher';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { TOKEN_TYPES } from './protocol.js';

const TYPE_OF: Readonly<Record<WordKind, (typeof TOKEN_TYPES)[number]>> = {
  comment: 'comment',
  keyword: 'keyword',
  string: 'string',
  number: 'number',
  operator: 'operator',
  parameter: 'parameter',
  variable: 'variable',
  property: 'property',
  function: 'function',
  label: 'class',
  edgeType: 'type',
};

export function semanticTokens(document: TextDocument): number[] {
  const data: number[] = [];
  const last = { line: 0, character: 0 };
  for (const { from, to, kind } of wordKinds(document.getText())) {
    const type = TOKEN_TYPES.indexOf(TYPE_OF[kind]);
    for (const [start, length] of linesOf(document, from, to)) {
      const { line, character } = document.positionAt(start);
      const isSameLine = line === last.line;
      data.push(line - last.line, isSameLine ? character - last.character : character, length, type, 0);
      Object.assign(last, { line, character });
    }
  }
  return data;
}

/** A token must not span lines. */
function* linesOf(
  document: TextDocument,
  from: number,
  to: number,
): Generator<[start: number, length: number]> {
  for (const { index, 0: part } of document
    .getText()
    .slice(from, to)
    .matchAll(/[^\r\n]+/g))
    yield [from + index, part.length];
}
