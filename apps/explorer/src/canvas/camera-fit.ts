/**
 * Controls the camera. The graph is fitted into the area that the panels leave free, and stays fitted while it grows
 * and moves, until the user moves the camera or drags a node. A click does not end it.
 */
import type Sigma from 'sigma';

/** Covered pixels at each edge of the canvas. */
export interface Covered {
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

const PADDING = 44;
/** If less is free, the panels are ignored. */
const LEAST = 160;
const OFTEN_MILLIS = 400;
/** After a press, nothing moves for this long: a second one may follow. */
const STILL_MILLIS = 500;
/** A press that moves by more pixels is a drag. */
const DRAG = 3;
/** Smaller differences are not worth a movement. */
const NOTICED = 0.06;
const FEW_NODES = 0.9;
const FEW_SELECTED = 0.6;

interface Box {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export class CameraFit {
  /** Counts the movements that the user asked for. */
  moves = 0;
  private isKept = true;
  /** Where the pointer was pressed, in pixels of the page. */
  private pressed: { readonly x: number; readonly y: number } | undefined;
  private lastPress = -Infinity;
  private waits: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly sigma: Sigma,
    private readonly covered: () => Covered,
  ) {
    const container = sigma.getContainer();
    const observe = (type: 'wheel' | 'pointermove' | 'pointerdown', act: (event: MouseEvent) => void): void =>
      container.addEventListener(type, act, { capture: true, passive: true });
    observe('wheel', () => this.release());
    observe('pointerdown', ({ clientX, clientY }) => {
      this.pressed = { x: clientX, y: clientY };
      this.lastPress = performance.now();
    });
    observe('pointermove', ({ clientX, clientY, buttons }) => {
      if (buttons === 0) this.pressed = undefined;
      else if (this.pressed !== undefined)
        if (Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) > DRAG) this.release();
    });
  }

  /** The graph is fitted, and stays so. */
  get isFitted(): boolean {
    return this.isKept;
  }

  get isMoving(): boolean {
    return this.sigma.getCamera().isAnimated();
  }

  /** Call when a panel has opened over the canvas: nodes that were in view stay in view. */
  uncover(): void {
    if (this.isKept) return this.keep();
    const { sigma } = this;
    const { width, height } = sigma.getDimensions();
    const inView: { readonly x: number; readonly y: number }[] = [];
    let isCovered = false;
    sigma.getGraph().forEachNode((id, { x, y }) => {
      const data = sigma.getNodeDisplayData(id);
      if (data === undefined || data.hidden) return;
      const at = sigma.framedGraphToViewport(data);
      if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return;
      inView.push({ x: x as number, y: y as number });
      isCovered ||= !this.sees(at);
    });
    if (!isCovered) return;
    const camera = sigma.getCamera();
    void camera.animate(this.fitted(boxAround(inView), camera.ratio), { duration: 300 });
  }

  /** @param position in the container, in pixels. @returns whether it is on the canvas and not below a panel. */
  sees({ x, y }: { readonly x: number; readonly y: number }): boolean {
    const { width, height } = this.sigma.getDimensions();
    const { top, left, right, bottom } = this.covered();
    return x >= left && y >= top && x <= width - right && y <= height - bottom;
  }

  fit(duration = 300): void {
    this.isKept = true;
    void this.sigma.getCamera().animate(this.fitted(), { duration });
  }

  /** Call when the graph or the panels have moved. */
  keep(): void {
    if (!this.isKept || this.waits !== undefined) return;
    this.waits = setTimeout(() => {
      this.waits = undefined;
      if (!this.isKept || this.sigma.getGraph().order === 0) return;
      if (performance.now() - this.lastPress < STILL_MILLIS) this.keep();
      else this.follow();
    }, OFTEN_MILLIS);
  }

  end(): void {
    clearTimeout(this.waits);
  }

  zoom(factor: number): void {
    this.release();
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.ratio * factor }, { duration: 150 });
  }

  /** Centers a position of the drawing. */
  centerOn({ x, y }: { readonly x: number; readonly y: number }): void {
    this.release();
    const camera = this.sigma.getCamera();
    void camera.animate({ x, y, ratio: Math.min(camera.ratio, 0.6) }, { duration: 400 });
  }

  /** Brings all of these positions of the graph into view, at most as close as a single one. */
  centerOnAll(positions: readonly { readonly x: number; readonly y: number }[]): void {
    this.release();
    void this.sigma.getCamera().animate(this.fitted(boxAround(positions), FEW_SELECTED), { duration: 400 });
  }

  release(): void {
    this.isKept = false;
    this.moves++;
  }

  private follow(): void {
    const camera = this.sigma.getCamera();
    const wanted = this.fitted();
    const { x, y, ratio } = camera.getState();
    const isOff = [x - wanted.x, y - wanted.y, ratio / wanted.ratio - 1].some(by => Math.abs(by) > NOTICED);
    if (!isOff) return;
    // The graph may stop moving before the camera reaches its target.
    if (this.isMoving) this.keep();
    else void camera.animate(wanted, { duration: 300 });
  }

  private fitted(
    box: Box = this.sigma.getBBox(),
    least = FEW_NODES,
  ): { x: number; y: number; ratio: number; angle: number } {
    const { sigma } = this;
    const whole = { x: 0.5, y: 0.5, ratio: 1, angle: 0 };
    const { width, height } = sigma.getDimensions();
    const { top, left, right, bottom } = this.covered();
    const [freeWidth, freeHeight] = [width - left - right, height - top - bottom];
    if (freeWidth < LEAST || freeHeight < LEAST) return whole;
    const { x, y } = box;
    const [from, to] = [0, 1].map(i => sigma.graphToViewport({ x: x[i]!, y: y[i]! }, { cameraState: whole }));
    const ratio = Math.max(
      least,
      Math.abs(to!.x - from!.x) / (freeWidth - 2 * PADDING),
      Math.abs(to!.y - from!.y) / (freeHeight - 2 * PADDING),
    );
    const cameraState = { ...whole, ratio };
    const middle = { x: (width - left + right) / 2, y: (height - top + bottom) / 2 };
    const seen = sigma.viewportToFramedGraph(middle, { cameraState });
    const wanted = sigma.viewportToFramedGraph(
      { x: (from!.x + to!.x) / 2, y: (from!.y + to!.y) / 2 },
      { cameraState: whole },
    );
    return { ...cameraState, x: seen.x + wanted.x - whole.x, y: seen.y + wanted.y - whole.y };
  }
}

function boxAround(positions: readonly { readonly x: number; readonly y: number }[]): Box {
  const [x, y] = (['x', 'y'] as const).map(axis => {
    const all = positions.map(position => position[axis]);
    return [Math.min(...all), Math.max(...all)] as const;
  });
  return { x: x!, y: y! };
}
