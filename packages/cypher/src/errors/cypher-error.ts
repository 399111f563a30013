/**
 * Errors of queries, in the text form that clients of the reference know:
 *
 *     SyntaxError at 1.8 Invalid input ')': expected an expression
 *
 *     RETURN )
 *            ^
 *
 * Without a position it is only the first line, without ` at 1.8`.
 */
import { WeirError, type ErrorCode, type SourcePosition } from '@weir/platform';

export type CypherErrorCode = Extract<ErrorCode, `cypher.${string}`>;

const CLASS_NAMES: Readonly<Record<CypherErrorCode, string>> = {
  'cypher.syntax': 'SyntaxError',
  'cypher.compile': 'CompileError',
  'cypher.type-mismatch': 'TypeMismatchError',
  'cypher.arithmetic': 'ArithmeticError',
  'cypher.wrong-signature': 'WrongSignatureError',
  'cypher.invalid-index': 'InvalidIndexError',
  'cypher.runtime': 'RuntimeError',
  'cypher.constraint-violation': 'ConstraintViolationError',
  'cypher.budget-exceeded': 'BudgetExceededError',
  'cypher.timeout': 'TimeoutError',
  'cypher.cancelled': 'CancelledError',
};

/** Messages may quote input. */
const LONGEST_MESSAGE = 4000;
const LONGEST_LINE = 1000;

export interface SourceLocation {
  /** The whole query text. */
  readonly source: string;
  /** Position in the source, 0-based. */
  readonly offset: number;
}

/**
 * @param message what failed and how to fix it, without class and position.
 * @param detail openCypher's name for the reason, such as `UndefinedVariable`.
 */
export function cypherError(
  code: CypherErrorCode,
  message: string,
  location?: SourceLocation,
  detail?: string,
): WeirError {
  const position = location && sourcePosition(location.source, location.offset);
  const name = CLASS_NAMES[code];
  const what = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message;
  const text = position
    ? `${name} at ${position.line}.${position.column} ${what}\n\n${pointAt(position)}`
    : `${name} ${what}`;
  return new WeirError(code, text, { position, detail });
}

export function sourcePosition(source: string, offset: number): SourcePosition {
  const start = lineStart(source, offset);
  let line = 1;
  for (let i = 0; i < start; i++) if (source.charCodeAt(i) === 10) line++;
  return { line, column: offset - start + 1, offset, source };
}

/** The source line with a caret below the column. */
function pointAt(position: SourcePosition): string {
  const start = position.offset - (position.column - 1);
  const end = position.source.indexOf('\n', position.offset);
  const line = position.source.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
  const column = position.column - 1;
  // For a very long line, only the part around the position.
  const from = line.length > LONGEST_LINE ? Math.max(0, column - LONGEST_LINE / 2) : 0;
  return `${line.slice(from, from + LONGEST_LINE)}\n${' '.repeat(column - from)}^`;
}

function lineStart(source: string, offset: number): number {
  return offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;
}
