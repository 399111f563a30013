/** Lines of an export, written to the graph by one worker. */
import type { GraphSession } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { WeirError } from '@weir/model';
import { EXPORT_VERSION, parseLine, type TransferCounts, type TransferLine } from './transfer-lines.js';

export interface ImportOutcome extends TransferCounts {
  /** A first line was among them. */
  readonly start: boolean;
  /** What a last line among them says was exported. */
  readonly end: TransferCounts | null;
}

/**
 * Adds what the lines say to what is there; what is there already changes nothing.
 * @param text whole lines.
 * @param firstLine number of the first of them, for errors.
 * @returns when everything is durable.
 * @throws WeirError `request.invalid` for a line that cannot be read; those before it may have been written.
 */
export async function importLines(
  worker: GraphWorker,
  text: string,
  firstLine: number,
): Promise<ImportOutcome> {
  const session = worker.session();
  const outcome = { nodes: 0, edges: 0, start: false, end: null as TransferCounts | null };
  try {
    text.split('\n').forEach((line, i) => {
      if (line.trim() === '') return;
      const read = readLine(line, firstLine + i);
      if (read.kind === 'start') outcome.start = true;
      else if (read.kind === 'end') outcome.end = { nodes: read.nodes, edges: read.edges };
      else write(session, read, outcome);
    });
  } finally {
    await session.settled();
  }
  return outcome;
}

function readLine(text: string, number: number): TransferLine {
  let line: TransferLine;
  try {
    line = parseLine(text);
  } catch (cause) {
    throw invalid(number, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (line.kind === 'start' && line.version !== EXPORT_VERSION) {
    throw invalid(
      number,
      `the export has version ${line.version}, this program reads version ${EXPORT_VERSION}`,
    );
  }
  return line;
}

function write(
  session: GraphSession,
  line: Extract<TransferLine, { kind: 'node' | 'edge' }>,
  counts: { nodes: number; edges: number },
): void {
  if (line.kind === 'node') {
    session.createNode(line.id);
    session.mergeProperties(line.id, line.properties);
    session.addLabels(line.id, line.labels);
    counts.nodes++;
  } else {
    session.createEdge(line.from, line.label, line.to, line.properties);
    counts.edges++;
  }
}

function invalid(line: number, why: string, cause?: unknown): WeirError {
  return new WeirError('request.invalid', `Line ${line} of the import cannot be used: ${why}`, { cause });
}
