/** Rows of the API references, one line per operation and location; rows.txt explains the format. */
import { readFileSync } from 'node:fs';
import { projectFile } from '../support/project-file.js';

export interface RowLine {
  readonly line: string;
  readonly version: 'v1' | 'v2';
  /** `GET /ingest/{name}`; for a request to send, followed by its body. */
  readonly operation: string;
  readonly place: string;
  readonly rows: readonly string[];
  /** Reason why the rows do not hold. */
  readonly gap?: string;
}

const LINE = /^(?<version>v[12]) §[\d.]+ \| (?<operation>.+?) \| (?<place>\S+(?: \w+)?) \| (?<rest>.+)$/;
const REASON = / \| gap: (?<why>.+)$/;

export function readRows(): RowLine[] {
  const lines = readFileSync(projectFile('test/reference/rows.txt'), 'utf8').split('\n');
  return lines.filter(line => line !== '' && !line.startsWith('#')).map(parse);
}

function parse(line: string): RowLine {
  const parts = LINE.exec(line)?.groups;
  if (parts === undefined) throw new Error(`no row: ${line}`);
  const { version, operation, place, rest } = parts as Record<string, string>;
  const reason = REASON.exec(rest!)?.groups;
  const reports = rest!.replace(REASON, '');
  return {
    line,
    version: version as RowLine['version'],
    operation: operation!,
    place: place!,
    rows: place === 'live' ? [reports] : reports.split(' '),
    ...(reason === undefined ? {} : { gap: reason['why']! }),
  };
}
