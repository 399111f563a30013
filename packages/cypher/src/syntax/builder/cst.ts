/** Access to Chevrotain's concrete syntax tree: children by rule or token name, in source order. */
import type { CstNode, IToken } from 'chevrotain';
import type { Span } from '../ast/ast.js';

export function nodes(cst: CstNode, name: string): readonly CstNode[] {
  return (cst.children[name] ?? []) as CstNode[];
}

export function maybeNode(cst: CstNode, name: string): CstNode | undefined {
  return cst.children[name]?.[0] as CstNode | undefined;
}

/** The grammar guarantees the node: if it is absent, the grammar or its builder is wrong. */
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
