/** Writes the lines of an export to the graph on one worker. */
import type { GraphWorker } from '@weir/graph';
import { messageOf, WeirError } from '@weir/platform';
import type { ImportOutcome, TransferCounts, TransferService } from '../contract/transfer-service.js';
import { HELD, type WriteGate } from '../flow/write-gate.js';
import { EXPORT_VERSION, parseLine, type TransferLine } from './transfer-lines.js';

type Session = ReturnType<GraphWorker['session']>;

export class WorkerImport implements TransferService {
  constructor(
    private readonly graph: GraphWorker,
    private readonly gate: WriteGate,
  ) {}

  async importLines(text: string, firstLine: number): Promise<ImportOutcome> {
    await this.gate.enter(HELD);
    try {
      return await writeLines(this.graph.session(), text, firstLine);
    } finally {
      this.gate.leave();
    }
  }
}

async function writeLines(session: Session, text: string, firstLine: number): Promise<ImportOutcome> {
  const outcome = { nodes: 0, edges: 0, start: false, end: undefined as TransferCounts | undefined };
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
    throw invalid(number, messageOf(cause), cause);
  }
  if (line.kind === 'start' && line.version !== EXPORT_VERSION) {
    throw invalid(
      number,
      `the export has version ${line.version}, but this version reads version ${EXPORT_VERSION}`,
    );
  }
  return line;
}

function write(
  session: Session,
  line: Extract<TransferLine, { kind: 'node' | 'edge' }>,
  counts: { nodes: number; edges: number },
): void {
  if (line.kind === 'node') {
    session.effects.createNode(line.id);
    session.effects.mergeProperties(line.id, line.properties);
    session.effects.addLabels(line.id, line.labels);
    counts.nodes++;
  } else {
    session.effects.createEdge(line.from, line.label, line.to, line.properties);
    counts.edges++;
  }
}

function invalid(line: number, why: string, cause?: unknown): WeirError {
  return new WeirError('request.invalid', `Line ${line} of the import cannot be used: ${why}`, { cause });
}
