/** The ingest stream that a dropped file starts with: its format from the name, and a query that stores each record. */

export interface FileStream {
  readonly definition: { readonly name: string; readonly source: object; readonly query: string };
  /** Bytes at the start of the file that are not records: the row with the names of the columns. */
  readonly skipped: number;
}

const DELIMITERS: Readonly<Record<string, string>> = { ',': 'COMMA', ';': 'SEMICOLON', '\t': 'TAB' };

/** @param beginning the first characters of the file, including its first line. */
export function streamOfFile(file: string, beginning: string): FileStream {
  const dot = file.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [file.slice(0, dot), file.slice(dot + 1).toLowerCase()] : [file, ''];
  const name = stem.replaceAll(/[^A-Za-z\d_.~-]+/g, '-').slice(0, 100) || 'file';
  const { format, skipped } = formatOf(ending, beginning);
  const label = labelOf(name);
  const properties = format.type === 'Line' ? 'n.text = $that' : 'n = $that';
  return {
    definition: {
      name,
      source: { type: 'WebSocketFileUpload', format },
      query: `MATCH (n) WHERE id(n) = idFrom('${name}', $that)\nSET n:${label}, ${properties}`,
    },
    skipped,
  };
}

function formatOf(ending: string, beginning: string): { readonly format: { type: string }; skipped: number } {
  switch (ending) {
    case 'csv':
    case 'tsv': {
      const line = /^[^\r\n]*(?:\r\n|\n|\r)?/.exec(beginning)![0];
      const delimiter = ['\t', ';', ','].find(each => line.includes(each)) ?? ',';
      const headers = line
        .trim()
        .split(delimiter)
        .map(column => column.trim().replace(/^"(.*)"$/, '$1'));
      return {
        format: { type: 'CSV', headers, delimiter: DELIMITERS[delimiter]! } as { type: string },
        skipped: new TextEncoder().encode(line).length,
      };
    }
    case 'json':
      return { format: { type: 'Json' }, skipped: 0 };
    case 'jsonl':
    case 'ndjson':
      return { format: { type: 'JsonL' }, skipped: 0 };
    default:
      return { format: { type: 'Line' }, skipped: 0 };
  }
}

/** A label that needs no quotes: `access-log` becomes `AccessLog`. */
function labelOf(name: string): string {
  const words = name.split(/[^A-Za-z\d]+/).filter(word => word !== '');
  const label = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(label) ? label : `Record${label}`;
}
