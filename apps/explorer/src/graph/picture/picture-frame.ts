/** Title and legend around an exported picture: what they say and where each entry is. */
export interface FrameEntry {
  readonly text: string;
  readonly shape: 'dot' | 'line' | 'scale' | 'heading';
  /** One color; of a dot several, of a scale those of the lowest and the highest value. */
  readonly colors: readonly string[];
}

export interface PictureFrame {
  readonly title: string;
  /** Below the title. */
  readonly subtitle: string;
  readonly entries: readonly FrameEntry[];
}

export interface PlacedEntry extends FrameEntry {
  readonly x: number;
  /** Middle of the row. */
  readonly y: number;
}

export const FRAME = { margin: 20, header: 60, row: 24, symbol: 14, gap: 8, between: 22, scale: 44 } as const;

/**
 * Places the entries in rows below the picture. A heading begins a row.
 * @param widthOf width of a text, in the unit of `width`.
 * @returns the entries, with `y` counted from the top of the legend, and its height; 0: there are no entries.
 */
export function placedEntries(
  entries: readonly FrameEntry[],
  width: number,
  widthOf: (text: string) => number,
): { readonly entries: readonly PlacedEntry[]; readonly height: number } {
  const { margin, row, gap, between } = FRAME;
  const placed: PlacedEntry[] = [];
  let [x, line] = [margin, 0];
  for (const entry of entries) {
    const size = symbolWidth(entry) + (entry.shape === 'heading' ? 0 : gap) + widthOf(entry.text);
    const isFull = x > margin && (entry.shape === 'heading' || x + size > width - margin);
    if (isFull) [x, line] = [margin, line + 1];
    placed.push({ ...entry, x, y: (line + 0.5) * row + margin / 2 });
    x += size + between;
  }
  return { entries: placed, height: placed.length === 0 ? 0 : (line + 1) * row + margin };
}

export function symbolWidth({ shape }: FrameEntry): number {
  return { dot: FRAME.symbol, line: FRAME.symbol + 6, scale: FRAME.scale, heading: 0 }[shape];
}
