/** Decorations of nodes: icons, rings, pins; and the label of the node under the pointer. */
export type Mark = 'match' | 'ended' | 'fading' | 'changed' | 'absent';

export interface CanvasColors extends Readonly<Record<Mark, string>> {
  readonly text: string;
  readonly soft: string;
  readonly surface: string;
  readonly page: string;
  readonly line: string;
  readonly edge: string;
  readonly pale: string;
  readonly accent: string;
  readonly synthetic: string;
}

export interface MarkedNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly icon: string | undefined;
  readonly isPinned: boolean;
  readonly isSelected: boolean;
  readonly mark: Mark | undefined;
  /** Color of a ring close to the node. */
  readonly rim: string | undefined;
}

const READABLE = 5;
const WHOLE: number[] = [];
const BROKEN = [5, 5];

export function drawMarks(
  context: CanvasRenderingContext2D,
  nodes: readonly MarkedNode[],
  colors: CanvasColors,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { x, y, size, icon, isPinned, isSelected, mark, rim } of nodes) {
    if (rim !== undefined) ring(context, x, y, size + 1, rim, 3);
    if (mark !== undefined) ring(context, x, y, size + 4, colors[mark], 3, isBroken(mark) ? BROKEN : WHOLE);
    if (isSelected) ring(context, x, y, size + (mark === undefined ? 3 : 8), colors.accent, 2.5);
    if (icon !== undefined && size >= READABLE) {
      context.fillStyle = '#fff';
      const characters = [...icon].length;
      context.font = `${Math.round((size * 1.25) / Math.max(1, 0.7 * characters))}px Ionicons, system-ui, sans-serif`;
      context.fillText(icon, x, y + 0.5);
    }
    if (isPinned && size >= READABLE) {
      context.beginPath();
      context.arc(x + size * 0.75, y - size * 0.75, 3.5, 0, 2 * Math.PI);
      context.fillStyle = colors.text;
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = colors.surface;
      context.stroke();
    }
  }
}

function ring(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
  width: number,
  dashes = WHOLE,
): void {
  context.setLineDash(dashes);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
  context.setLineDash(WHOLE);
}

/** The match of the node has ended. */
function isBroken(mark: Mark): boolean {
  return mark === 'ended' || mark === 'fading';
}

interface HoveredNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label?: string | null;
}

export function drawHoveredLabel(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: HoveredNode,
  colors: CanvasColors,
): void {
  ring(context, x, y, size + 2, colors.accent, 2);
  if (!label) return;
  context.font = '500 12px system-ui, sans-serif';
  const width = context.measureText(label).width + 14;
  const [left, top] = [x + size + 5, y - 11];
  context.beginPath();
  context.roundRect(left, top, width, 22, 6);
  context.fillStyle = colors.surface;
  context.strokeStyle = colors.line;
  context.lineWidth = 1;
  context.fill();
  context.stroke();
  context.fillStyle = colors.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(label, left + 7, y + 0.5);
}
