/**
 * Controls the camera. The graph is fitted into the area that the panels leave free, and stays fitted while it grows
 * and moves, until the user moves the camera.
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
/** Smaller differences are not worth a movement. */
const NOTICED = 0.06;
const FEW_NODES = 0.9;
const FEW_SELECTED = 0.6;

interface Box {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export class CameraFit {
  private isKept = true;
  private waits: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly sigma: Sigma,
    private readonly covered: () => Covered,
  ) {
    const release = (): void => this.release();
    for (const event of ['wheel', 'pointerdown'])
      sigma.getContainer().addEventListener(event, release, { capture: true, passive: true });
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
      if (this.isKept && this.sigma.getGraph().order > 0) this.follow();
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
    const [x, y] = (['x', 'y'] as const).map(axis => {
      const all = positions.map(position => position[axis]);
      return [Math.min(...all), Math.max(...all)] as const;
    });
    void this.sigma.getCamera().animate(this.fitted({ x: x!, y: y! }, FEW_SELECTED), { duration: 400 });
  }

  release(): void {
    this.isKept = false;
  }

  private follow(): void {
    const camera = this.sigma.getCamera();
    const wanted = this.fitted();
    const { x, y, ratio } = camera.getState();
    const isOff = [x - wanted.x, y - wanted.y, ratio / wanted.ratio - 1].some(by => Math.abs(by) > NOTICED);
    if (!isOff) return;
    // The graph may stop moving before the camera reaches its target.
    if (camera.isAnimated()) this.keep();
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
