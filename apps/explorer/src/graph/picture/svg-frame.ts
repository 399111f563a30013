/** Title above and legend below a drawing, as SVG elements. */
import { FRAME, placedEntries, symbolWidth, type PictureFrame, type PlacedEntry } from './picture-frame.js';
import { escaped } from './svg-text.js';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Mean width of a character at the size of the drawing's texts: there is nothing to measure it with. */
const CHARACTER = 7;

/** @returns the elements, and the space that they need above and below the drawing. */
export function svgFrame(
  { title, subtitle, entries }: PictureFrame,
  { left, top, width, height }: Box,
  colors: { readonly text: string; readonly soft: string; readonly edge: string },
): { readonly elements: readonly string[]; readonly above: number; readonly below: number } {
  const legend = placedEntries(entries, width, text => text.length * CHARACTER);
  const x = left + FRAME.margin;
  const head = top - FRAME.header;
  return {
    above: FRAME.header,
    below: legend.height,
    elements: [
      `<text x="${x}" y="${head + 28}" font-size="20" font-weight="600" fill="${colors.text}">${escaped(title)}</text>`,
      `<text x="${x}" y="${head + 50}" fill="${colors.soft}">${escaped(subtitle)}</text>`,
      ...legend.entries.map((entry, i) =>
        element({ ...entry, x: left + entry.x, y: top + height + entry.y }, i, colors),
      ),
    ],
  };
}

function element(
  entry: PlacedEntry,
  index: number,
  colors: { readonly text: string; readonly soft: string; readonly edge: string },
): string {
  const { x, y, shape, text } = entry;
  const [low = colors.edge, high = low] = entry.colors.map(escaped);
  const width = symbolWidth(entry);
  const gap = shape === 'heading' ? 0 : FRAME.gap;
  const ink = shape === 'heading' ? colors.soft : colors.text;
  return `<g>${symbol()}<text x="${x + width + gap}" y="${y + 4}" fill="${ink}">${escaped(text)}</text></g>`;

  function symbol(): string {
    switch (shape) {
      case 'heading':
        return '';
      case 'dot':
        return dot(x + width / 2, y, width / 2, entry.colors.length > 1 ? entry.colors.map(escaped) : [low]);
      case 'line':
        return `<rect x="${x}" y="${y - 1.5}" width="${width}" height="3" fill="${low}"/>`;
      case 'scale':
        return (
          `<linearGradient id="scale-${index}"><stop offset="0" stop-color="${low}"/><stop offset="1" stop-color="${high}"/></linearGradient>` +
          `<rect x="${x}" y="${y - 7}" width="${width}" height="14" fill="url(#scale-${index})"/>`
        );
    }
  }
}

/** Equal slices, clockwise from the top. */
function dot(x: number, y: number, radius: number, colors: readonly string[]): string {
  const [only] = colors;
  if (colors.length === 1) return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${only!}"/>`;
  const corner = (turn: number): string => {
    const angle = 2 * Math.PI * (turn - 0.25);
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return colors
    .map((color, i) => {
      const [from, to] = [corner(i / colors.length), corner((i + 1) / colors.length)];
      return `<path d="M${x} ${y}L${from}A${radius} ${radius} 0 0 1 ${to}Z" fill="${color}"/>`;
    })
    .join('');
}
