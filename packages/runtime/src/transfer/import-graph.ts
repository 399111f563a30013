/** Distributes the lines of an export over the workers, a few batches at a time. */
import { WeirError } from '@weir/platform';
import type { ImportOutcome, TransferCounts } from '../contract/transfer-service.js';
import type { Workers } from '../contract/workers.js';

/** Approximate size in bytes of a batch of lines. */
const PIECE_BYTES = 1 << 17;
const PIECES_PER_WORKER = 2;
const MAXIMUM_LINE_BYTES = 64 << 20;
const NEWLINE = 0x0a;

/**
 * @param source an export, in chunks of any size.
 * @returns how much was imported, once it is durable.
 * @throws WeirError `request.invalid`, `request.too-large`: lines before the bad one may have been imported. Importing
 * the same lines again changes nothing, so a corrected export can be imported as a whole.
 */
export async function importGraph(
  { all: workers }: Workers,
  source: AsyncIterable<Uint8Array>,
): Promise<TransferCounts> {
  const total = new ImportTotal();
  const underWay = new Set<Promise<void>>();
  let turn = 0;
  let failure: unknown;
  for await (const piece of piecesOf(source)) {
    if (failure !== undefined) break;
    const worker = workers[turn++ % workers.length]!;
    const work: Promise<void> = worker.transfer
      .importLines(piece.text, piece.firstLine)
      .then(
        outcome => total.add(outcome),
        (thrown: unknown) => void (failure ??= thrown),
      )
      .finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= workers.length * PIECES_PER_WORKER) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failure !== undefined) throw WeirError.from(failure);
  return total.checked();
}

class ImportTotal {
  private nodes = 0;
  private edges = 0;
  private hasStart = false;
  private end: TransferCounts | undefined;

  add({ nodes, edges, start, end }: ImportOutcome): void {
    this.nodes += nodes;
    this.edges += edges;
    this.hasStart ||= start;
    this.end = end ?? this.end;
  }

  /** An export with a first line must also have a last one. */
  checked(): TransferCounts {
    const { nodes, edges, end } = this;
    const isWhole = end === undefined ? !this.hasStart : end.nodes === nodes && end.edges === edges;
    if (isWhole) return { nodes, edges };
    const expected =
      end === undefined
        ? 'its last line is missing'
        : `its last line states ${end.nodes} nodes and ${end.edges} edges`;
    throw new WeirError(
      'request.invalid',
      `The export is incomplete: ${expected}, but ${nodes} nodes and ${edges} edges were found and imported.`,
    );
  }
}

interface Piece {
  readonly text: string;
  readonly firstLine: number;
}

async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let firstLine = 1;
  for await (const chunk of source) {
    const cut = size + chunk.length < PIECE_BYTES ? -1 : chunk.lastIndexOf(NEWLINE);
    if (cut === -1) {
      parts.push(chunk);
      size += chunk.length;
      if (size > MAXIMUM_LINE_BYTES) throw lineTooLong(firstLine);
      continue;
    }
    const piece = Buffer.concat([...parts, chunk.subarray(0, cut)]);
    yield { text: textOf(piece, firstLine), firstLine };
    firstLine += linesIn(piece) + 1;
    parts = [chunk.subarray(cut + 1)];
    size = chunk.length - cut - 1;
  }
  yield { text: textOf(Buffer.concat(parts), firstLine), firstLine };
}

function linesIn(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

function textOf(piece: Uint8Array, firstLine: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(piece);
  } catch (cause) {
    throw new WeirError(
      'request.invalid',
      `The import is not valid UTF-8, in line ${firstLine} or after it`,
      { cause },
    );
  }
}

function lineTooLong(line: number): WeirError {
  return new WeirError(
    'request.too-large',
    `Line ${line} of the import, or one after it, is longer than ${MAXIMUM_LINE_BYTES} bytes.`,
  );
}
