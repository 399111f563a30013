/** A range of the query text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Fields of every node of the syntax tree. */
export interface Node<Kind extends string> {
  readonly kind: Kind;
  readonly span: Span;
}
