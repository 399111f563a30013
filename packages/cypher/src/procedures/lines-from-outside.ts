/** Text from outside, line by line. What may be opened is the caller's to say. */
import type { Value } from '@weir/model';
import { runtimeError, wrongSignature } from '../expression/operations/runtime-errors.js';
import type { RunState } from '../expression/run/run-state.js';

const LINES_AT_ONCE = 512;
/** Characters of a line. */
const MAXIMUM_LINE = 128 * 1024 * 1024;

export interface Lines {
  /** Without their ends. */
  readonly lines: readonly string[];
  /** Number of the first of them, from 1. */
  readonly first: number;
}

/** Batches of lines; pieces are asked for as the lines before are used. */
export async function* linesFromOutside(state: RunState, url: Value): AsyncIterable<Lines> {
  if (typeof url !== 'string') throw wrongSignature('url :: STRING', [url]);
  const open = state.context.openText;
  if (open === undefined) throw runtimeError('Queries may open nothing outside of the graph here');
  const cutter = new LineCutter();
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

/** Looks at each character once, however the pieces are cut. */
class LineCutter {
  lines: string[] = [];
  /** The beginning of a line that has not ended. */
  private held: string[] = [];
  private heldLength = 0;

  /** @param first number of the first of `lines`. */
  add(piece: string, first: number): void {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      this.hold(piece.slice(start, end));
      this.endLine();
      start = end + 1;
    }
    if (start < piece.length) this.hold(piece.slice(start));
    if (this.heldLength > MAXIMUM_LINE) {
      throw runtimeError(`Line ${first + this.lines.length} is longer than ${MAXIMUM_LINE} characters`);
    }
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
