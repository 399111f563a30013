/** Prints rows under a header, the first column left-aligned, the others right-aligned. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, i) => Math.max(name.length, ...rows.map(row => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    '| ' +
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ') +
    ' |\n';
  const rule =
    '|' + widths.map((width, i) => '-'.repeat(width + 1) + (i === 0 ? '-' : ':')).join('|') + '|\n';
  process.stdout.write(line(header) + rule + rows.map(line).join('') + '\n');
}
