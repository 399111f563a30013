/**
 * The layout that is used until one is chosen: the one that a recipe or another client has stored on the server, or
 * "Hierarchy" if most of the first picture is a forest.
 */
import type { LayoutName } from '../../canvas/layouts.js';
import type { Elements } from '../../graph/elements.js';
import { forestIn } from '../../graph/forest.js';
import type { CanvasModel } from './canvas-model.js';

/** Flatter forests are stars, which forces draw better. */
const LEAST_DEPTH = 2;

export class AutomaticLayout {
  private stored: LayoutName | undefined;
  private isForest = false;

  constructor(private readonly canvas: CanvasModel) {}

  /** From the server; `undefined`: none. */
  set shared(layout: LayoutName | undefined) {
    this.stored = layout;
    this.apply();
  }

  /** The first picture, with its edges. */
  set picture(elements: Elements) {
    this.isForest = (forestIn(elements)?.depth ?? 0) >= LEAST_DEPTH;
    this.apply();
  }

  private apply(): void {
    this.canvas.automaticLayout.value = this.stored ?? (this.isForest ? 'tree' : 'force');
  }
}
