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

/**
 * @param picture has `scale` pixels for each unit.
 * @returns an image of the same scale.
 */
export function framed(
  picture: HTMLCanvasElement,
  { title, subtitle, entries }: PictureFrame,
  colors: CanvasColors,
  scale: number,
): HTMLCanvasElement {
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

function drawEntry(context: CanvasRenderingContext2D, entry: PlacedEntry, colors: CanvasColors): void {
  const { x, y, shape, text } = entry;
  const [low = colors.edge, high = low] = entry.colors;
  const width = symbolWidth(entry);
  context.fillStyle = low;
  if (shape === 'dot') {
    context.beginPath();
    context.arc(x + width / 2, y, width / 2, 0, 2 * Math.PI);
    context.fill();
  } else if (shape === 'line') context.fillRect(x, y - LINE_WIDTH / 2, width, LINE_WIDTH);
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
