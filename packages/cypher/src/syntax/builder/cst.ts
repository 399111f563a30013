/** Reading Chevrotain's concrete syntax tree: children by rule or token name, in the order of the text. */
import type { CstNode, IToken } from 'chevrotain';
import type { Span } from '../ast/ast.js';

export function nodes(cst: CstNode, name: string): readonly CstNode[] {
  return (cst.children[name] ?? []) as CstNode[];
}

export function maybeNode(cst: CstNode, name: string): CstNode | undefined {
  return cst.children[name]?.[0] as CstNode | undefined;
}

/** The grammar guarantees it: absent is a defect of the grammar or its builder. */
export function node(cst: CstNode, name: string): CstNode {
  const found = maybeNode(cst, name);
  if (found === undefined) throw new Error(`no ${name} in ${cst.name}`);
  return found;
}

export function tokens(cst: CstNode, name: string): readonly IToken[] {
  return (cst.children[name] ?? []) as IToken[];
}

export function maybeToken(cst: CstNode, name: string): IToken | undefined {
  return cst.children[name]?.[0] as IToken | undefined;
}

export function token(cst: CstNode, name: string): IToken {
  const found = maybeToken(cst, name);
  if (found === undefined) throw new Error(`no ${name} in ${cst.name}`);
  return found;
}

export function has(cst: CstNode, name: string): boolean {
  return cst.children[name] !== undefined;
}

export function spanOf(cst: CstNode): Span {
  const location = cst.location!;
  return { start: location.startOffset, end: location.endOffset! + 1 };
}

export function spanOfToken(at: IToken): Span {
  return { start: at.startOffset, end: at.endOffset! + 1 };
}
