/** Draws a title above a picture and a legend below it. */
import {
  FRAME,
  placedEntries,
  symbolWidth,
  type PictureFrame,
  type PlacedEntry,
} from '../graph/picture/picture-frame.js';
import type { CanvasColors } from './marks.js';

const TEXT = '13px system-ui, sans-serif';
const TITLE = '600 20px system-ui, sans-serif';
const LINE_WIDTH = 3;
/** Room for a title and a legend. */
const LEAST_WIDTH = 640;

/**
 * @param whole has `scale` pixels for each unit. Its empty edges are cut off.
 * @returns an image of the same scale.
 */
export function framed(
  whole: HTMLCanvasElement,
  { title, subtitle, entries }: PictureFrame,
  colors: CanvasColors,
  scale: number,
): HTMLCanvasElement {
  const picture = withoutEmptyEdges(whole, FRAME.margin * scale, LEAST_WIDTH * scale);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const width = picture.width / scale;
  context.font = TEXT;
  const legend = placedEntries(entries, width, text => context.measureText(text).width);
  const height = picture.height / scale;
  canvas.width = picture.width;
  canvas.height = Math.round((FRAME.header + height + legend.height) * scale);
  context.scale(scale, scale);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, canvas.height / scale);
  context.drawImage(picture, 0, FRAME.header, width, height);
  context.textBaseline = 'middle';
  context.fillStyle = colors.text;
  context.font = TITLE;
  context.fillText(title, FRAME.margin, 24, width - 2 * FRAME.margin);
  context.font = TEXT;
  context.fillStyle = colors.soft;
  context.fillText(subtitle, FRAME.margin, 46, width - 2 * FRAME.margin);
  for (const entry of legend.entries)
    drawEntry(context, { ...entry, y: entry.y + FRAME.header + height }, colors);
  return canvas;
}

/**
 * @param margin pixels that stay around what is drawn.
 * @param leastWidth pixels.
 */
function withoutEmptyEdges(
  picture: HTMLCanvasElement,
  margin: number,
  leastWidth: number,
): HTMLCanvasElement {
  const { width, height } = picture;
  const pixels = new Uint32Array(picture.getContext('2d')!.getImageData(0, 0, width, height).data.buffer);
  const background = pixels[0]!;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x] !== background) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  if (right < left) return picture;
  const cut = document.createElement('canvas');
  const spare = Math.max(margin, (leastWidth - (right - left)) / 2);
  const from = Math.max(0, Math.floor(left - spare));
  const above = Math.max(0, top - margin);
  cut.width = Math.min(width, Math.ceil(right + spare)) - from;
  cut.height = Math.min(height, bottom + margin) - above;
  cut.getContext('2d')!.drawImage(picture, -from, -above);
  return cut;
}

function drawEntry(context: CanvasRenderingContext2D, entry: PlacedEntry, colors: CanvasColors): void {
  const { x, y, shape, text } = entry;
  const [low = colors.edge, high = low] = entry.colors;
  const width = symbolWidth(entry);
  context.fillStyle = low;
  if (shape === 'dot')
    drawDot(context, x + width / 2, y, width / 2, entry.colors.length > 1 ? entry.colors : [low]);
  else if (shape === 'line') context.fillRect(x, y - LINE_WIDTH / 2, width, LINE_WIDTH);
  else if (shape === 'scale') {
    const gradient = context.createLinearGradient(x, y, x + width, y);
    gradient.addColorStop(0, low);
    gradient.addColorStop(1, high);
    context.fillStyle = gradient;
    context.fillRect(x, y - FRAME.symbol / 2, width, FRAME.symbol);
  }
  context.fillStyle = shape === 'heading' ? colors.soft : colors.text;
  context.fillText(text, x + width + (shape === 'heading' ? 0 : FRAME.gap), y);
}

/** Equal slices, clockwise from the top. */
function drawDot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colors: readonly string[],
): void {
  const angle = (turn: number): number => 2 * Math.PI * (turn - 0.25);
  for (const [i, color] of colors.entries()) {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, radius, angle(i / colors.length), angle((i + 1) / colors.length));
    context.fill();
  }
}
