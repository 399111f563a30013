/** Saves the canvas of this tab while it changes, and restores it after a reload. */
import { effect, signal } from '@preact/signals';
import { showError } from '../../shell/toasts.js';
import type { CanvasModel } from './canvas-model.js';
import type { KeptCanvases, OpenedCanvas } from './kept-canvases.js';

/** Interval of saves while the canvas changes continuously. */
const SAVE_MILLIS = 2000;
/** With more nodes, properties are shown as saved. */
const MOST_READ = 2000;

export class Autosave {
  /** Whether the canvas was restored after a reload, and the user has not decided yet whether to keep it. */
  readonly isRestored = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly kept: KeptCanvases,
    private readonly canvas: CanvasModel,
  ) {}

  /** @returns whether a canvas was restored. Call before `follow`. */
  async restore(): Promise<boolean> {
    const found = await this.kept.opened().catch(() => undefined);
    if (found === undefined || found.elements.nodes.size === 0) return false;
    this.show(found);
    this.isRestored.value = true;
    return true;
  }

  /** Replaces the canvas by a saved one, and reads the current contents of its nodes. */
  show({ elements, positions, layout }: OpenedCanvas): void {
    const { canvas } = this;
    canvas.clear();
    canvas.chosenLayout.value = layout;
    canvas.scene.add(elements);
    canvas.setPositions(positions);
    canvas.view?.fit();
    if (elements.nodes.size <= MOST_READ) canvas.reread([...elements.nodes.keys()]).catch(showError);
  }

  /** Discards the restored canvas. */
  async drop(): Promise<void> {
    this.isRestored.value = false;
    this.canvas.clear();
    await this.kept.drop().catch(() => undefined);
  }

  /** @returns a function that ends it. */
  follow(): () => void {
    this.kept.dropOld(Date.now()).catch(() => undefined);
    const end = effect(() => {
      void this.canvas.version.value;
      void this.canvas.layout.value;
      void this.canvas.isArranging.value;
      this.timer ??= setTimeout(() => this.save(), SAVE_MILLIS);
    });
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') this.save();
    };
    const onLeave = (): void => {
      const { scene, view, layout } = this.canvas;
      this.kept.keepAtOnce(scene, view?.positions() ?? new Map(), layout.value);
      this.save();
    };
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onLeave);
    return () => {
      end();
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onLeave);
    };
  }

  private save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { scene, view, layout } = this.canvas;
    const work =
      scene.nodes.size === 0
        ? this.kept.drop()
        : this.kept.keep(scene, view?.positions() ?? new Map(), layout.value);
    // Storage is full or forbidden: only a reload is affected.
    work.catch(() => undefined);
  }
}
