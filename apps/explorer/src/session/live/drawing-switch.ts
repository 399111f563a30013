/** Whether results are drawn on the canvas as they arrive, or wait, and why. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { readStored, store } from '../../shell/storage.js';
import type { CanvasModel } from '../canvas/canvas-model.js';

export type PauseReason = 'user' | 'pointer' | 'past' | 'full';

const POINTER_KEY = 'weir.pausesOnPointer';
/** On a larger canvas results are drawn only on request. */
export const MOST_NODES = 1500;

export class DrawingSwitch {
  readonly isOn = signal(true);
  readonly pausesOnPointer = signal(readStored<boolean>(POINTER_KEY) ?? false);
  readonly isPointerOver = signal(false);
  /** Number of results that have arrived while drawing was paused. */
  readonly missed = signal(0);
  /** `undefined`: results are drawn. */
  readonly pausedBy = computed<PauseReason | undefined>(() => {
    const { canvas } = this;
    void canvas.version.value;
    if (!this.isOn.value) return 'user';
    if (canvas.atTime.value !== undefined) return 'past';
    if (canvas.scene.nodes.size > MOST_NODES) return 'full';
    return this.pausesOnPointer.value && this.isPointerOver.value ? 'pointer' : undefined;
  });

  constructor(private readonly canvas: CanvasModel) {
    effect(() => store(POINTER_KEY, this.pausesOnPointer.value));
    this.onResume(() => (this.missed.value = 0));
  }

  get isPaused(): boolean {
    return this.pausedBy.peek() !== undefined;
  }

  toggle(): void {
    this.isOn.value = !this.isOn.peek();
  }

  miss(count: number): void {
    this.missed.value = this.missed.peek() + count;
  }

  /** @param act called when drawing starts or is resumed. */
  onResume(act: () => void): void {
    const isPaused = computed(() => this.pausedBy.value !== undefined);
    effect(() => {
      if (!isPaused.value) untracked(act);
    });
  }
}
