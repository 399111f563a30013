/**
 * Ensures that a result can be seen. If the user has moved the camera and no node of a new result is in view, the graph
 * is fitted again; if only some are, the number of the others is reported until the camera moves.
 */
import type Sigma from 'sigma';
import type { CameraFit } from './camera-fit.js';

const OFTEN_MILLIS = 400;

export class ResultInView {
  private ids: readonly string[] = [];
  private isNew = false;
  private moves = 0;
  private waits: ReturnType<typeof setTimeout> | undefined;

  /** @param report called with the number of nodes of the result that are outside the view. */
  constructor(
    private readonly sigma: Sigma,
    private readonly camera: CameraFit,
    private readonly report: (outside: number) => void,
  ) {}

  /** @param ids nodes of the result. They may be added later. */
  reveal(ids: Iterable<string>): void {
    this.ids = [...ids];
    this.isNew = true;
    this.moves = this.camera.moves;
    this.check();
  }

  /** Call after each drawing. */
  check(): void {
    if (this.ids.length === 0) this.report(0);
    else
      this.waits ??= setTimeout(() => {
        this.waits = undefined;
        this.look();
      }, OFTEN_MILLIS);
  }

  end(): void {
    clearTimeout(this.waits);
  }

  private look(): void {
    const { camera, sigma } = this;
    // Another view covers the canvas.
    if (sigma.getContainer().clientWidth === 0) return;
    const graph = sigma.getGraph();
    const positions = this.ids.flatMap(id => {
      const data = graph.hasNode(id) ? sigma.getNodeDisplayData(id) : undefined;
      return data === undefined || data.hidden ? [] : [sigma.framedGraphToViewport(data)];
    });
    if (positions.length === 0) return this.report(0);
    if (camera.isFitted || camera.moves !== this.moves) this.ids = [];
    else if (camera.isMoving) return this.check();
    const outside = this.ids.length === 0 ? 0 : positions.filter(each => !camera.sees(each)).length;
    const isUnseen = this.isNew && outside === positions.length;
    this.isNew = false;
    if (isUnseen) camera.fit();
    this.report(isUnseen ? 0 : outside);
  }
}
