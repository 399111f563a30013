/**
 * Occupied areas of the drawing, so that texts need not overlap them. Boxes are stored in the cells of a grid: the cost
 * of a lookup depends only on boxes nearby.
 */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CELL = 64;

export class OccupiedSpace {
  private readonly cells = new Map<string, Box[]>();

  clear(): void {
    this.cells.clear();
  }

  take(box: Box): void {
    for (const key of cellsOf(box)) {
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [box]);
      else cell.push(box);
    }
  }

  isFree(box: Box): boolean {
    for (const key of cellsOf(box)) if (this.cells.get(key)?.some(other => overlap(box, other))) return false;
    return true;
  }
}

function* cellsOf({ left, top, right, bottom }: Box): Generator<string> {
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
    for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) yield `${x} ${y}`;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
