/** External text, line by line or row by row. The caller decides what may be opened. */
import type { Value } from '@weir/model';
import type { CsvRowEnds } from '@weir/platform';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';

const LINES_AT_ONCE = 512;
/** Maximum number of characters in a line. */
const MAXIMUM_LINE = 128 * 1024 * 1024;

export interface Lines {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** Number of the first line, 1-based. */
  readonly first: number;
}

/**
 * Batches of lines; chunks are read as earlier lines are consumed.
 * @param rows finds the ends of CSV rows; without it, every line feed ends a line.
 */
export async function* linesFromOutside(
  state: RunState,
  url: Value,
  rows?: CsvRowEnds,
): AsyncIterable<Lines> {
  if (typeof url !== 'string') throw wrongSignature('url :: STRING', [url]);
  const open = state.context.openText;
  if (open === undefined) throw runtimeError('Queries must not access files or URLs here');
  const cutter = new LineCutter(rows);
  let first = 1;
  for await (const piece of open(url, state.cancellation?.signal)) {
    cutter.add(piece, first);
    if (cutter.lines.length < LINES_AT_ONCE) continue;
    const lines = cutter.take();
    yield { lines, first };
    first += lines.length;
  }
  cutter.end();
  if (cutter.lines.length > 0) yield { lines: cutter.take(), first };
}

/** Reads each character once, however the chunks are cut. */
class LineCutter {
  lines: string[] = [];
  /** The beginning of an incomplete line. */
  private held: string[] = [];
  private heldLength = 0;

  constructor(private readonly rows: CsvRowEnds | undefined) {}

  /** @param first number of the first of `lines`. */
  add(piece: string, first: number): void {
    let start = 0;
    for (let end = this.endIn(piece, 0); end >= 0; end = this.endIn(piece, start)) {
      this.hold(piece.slice(start, end));
      this.endLine();
      start = end + 1;
    }
    if (start < piece.length) this.hold(piece.slice(start));
    if (this.heldLength > MAXIMUM_LINE) {
      throw runtimeError(`Line ${first + this.lines.length} is longer than ${MAXIMUM_LINE} characters`);
    }
  }

  /** Position of the next line feed that ends a line, or -1. */
  private endIn(piece: string, from: number): number {
    const { rows } = this;
    if (rows === undefined) return piece.indexOf('\n', from);
    for (let i = from; i < piece.length; i++) if (rows.endsRow(piece.charCodeAt(i))) return i;
    return -1;
  }

  end(): void {
    if (this.heldLength > 0) this.endLine();
  }

  take(): readonly string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  private hold(text: string): void {
    this.held.push(text);
    this.heldLength += text.length;
  }

  private endLine(): void {
    const line = this.held.length === 1 ? this.held[0]! : this.held.join('');
    this.lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    this.held = [];
    this.heldLength = 0;
  }
}
