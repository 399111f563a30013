/** The rows of a query as a page. */
import { writeExactly } from '@weir/client';

/** Characters of a value. */
const LONGEST_VALUE = 2_000;

export interface QueryOutcome {
  readonly query: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** The query has more rows. */
  readonly isCut: boolean;
  readonly millis: number;
}

/** The page runs no scripts and loads nothing. */
export function resultPage({ query, columns, rows, isCut, millis }: QueryOutcome): string {
  const count = `${isCut ? 'the first ' : ''}${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
  body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); }
  pre, td { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid var(--vscode-panel-border); padding: 2px 8px; text-align: left; vertical-align: top; }
  .number { text-align: right; }
  .null { opacity: 0.6; }
</style>
</head>
<body>
<pre>${escaped(query.trim())}</pre>
<p>${count} in ${Math.round(millis)} ms</p>
<table>
<thead><tr>${columns.map(name => `<th>${escaped(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '<td class="null">null</td>';
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const text = typeof value === 'string' ? value : writeExactly(value);
  const shown = text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
  return `<td${isNumber ? ' class="number"' : ''}>${escaped(shown)}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!);
}
