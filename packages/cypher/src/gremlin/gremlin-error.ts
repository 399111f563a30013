import { WeirError } from '@weir/platform';

/** @param kind the error class that clients know. @param offset 0-based, in the text. */
export function gremlinError(
  kind: 'LexicalError' | 'ParseError' | 'TypeMismatchError',
  text: string,
  offset: number,
  reason: string,
): WeirError {
  const before = text.slice(0, offset).split('\n');
  return new WeirError(
    'gremlin.syntax',
    `Gremlin ${kind} at ${before.length}.${before.at(-1)!.length + 1} ${reason}`,
  );
}
