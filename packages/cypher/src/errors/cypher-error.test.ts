import { WeirError } from '@weir/platform';
import { cypherError, sourcePosition } from './index.js';

describe('cypherError', () => {
  test('with a position: class, line and column, the source line and a caret', () => {
    const source = 'MATCH (n)\r\nRETURN )\r\nLIMIT 1';
    const error = cypherError(
      'cypher.syntax',
      'wrong',
      { source, offset: source.indexOf(')\r\nL') },
      'Detail',
    );
    expect(error.message).toBe('SyntaxError at 2.8 wrong\n\nRETURN )\n       ^');
    expect(error).toMatchObject({
      code: 'cypher.syntax',
      detail: 'Detail',
      position: { line: 2, column: 8 },
    });
  });

  test('without a position: class and message', () => {
    expect(cypherError('cypher.arithmetic', 'Arithmetic / by zero with operands 1, 0')).toMatchObject({
      message: 'ArithmeticError Arithmetic / by zero with operands 1, 0',
      position: undefined,
      detail: undefined,
    });
  });

  test('survives the transfer to another thread', () => {
    const error = cypherError('cypher.syntax', 'wrong', { source: 'x', offset: 0 }, 'Detail');
    const copy = WeirError.fromTransfer(structuredClone(error.toTransfer()));
    expect([copy.code, copy.message, copy.detail, copy.position]).toEqual([
      error.code,
      error.message,
      error.detail,
      error.position,
    ]);
  });

  test.each([
    ['', 0, 1, 1],
    ['abc', 3, 1, 4],
    ['a\nb', 1, 1, 2],
    ['a\nb', 2, 2, 1],
    ['a\n\nb', 3, 3, 1],
    ['\n', 1, 2, 1],
  ])('position in %j at %i', (source, offset, line, column) => {
    expect(sourcePosition(source, offset)).toEqual({ line, column, offset, source });
  });
});
