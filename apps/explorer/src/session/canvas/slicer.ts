/** The slicer of the canvas: its property and range, and the playback of a moving range. */
import { computed, signal } from '@preact/signals';
import type { Range } from '../../parts/range-chart.js';
import type { CanvasModel } from './canvas-model.js';
import { movedRange, type SlicedProperty, slicedProperties } from './slice.js';

const PLAY_MILLIS = 500;
/** Part of the range by which playing moves it. */
const PLAYED_PART = 0.25;
/** Playing without a range begins with this part of the extent. */
const FIRST_PART = 0.1;

export class Slicer {
  readonly isOpen = signal(false);
  readonly isPlaying = signal(false);
  readonly properties = computed(() =>
    this.isOpen.value ? slicedProperties(this.canvas.shownNodes.value.values()) : [],
  );
  /** `undefined`: no node has a suitable property. */
  readonly property = computed<SlicedProperty | undefined>(() => {
    const properties = this.properties.value;
    return properties.find(({ key }) => key === this.key.value) ?? properties[0];
  });
  private readonly key = signal<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly canvas: CanvasModel) {}

  open(): void {
    this.isOpen.value = true;
  }

  close(): void {
    this.show(undefined);
    this.isOpen.value = false;
  }

  choose(key: string): void {
    this.show(undefined);
    this.key.value = key;
  }

  get range(): Range | undefined {
    return this.canvas.slice.value?.range;
  }

  /** @param range `undefined`: shows all nodes. */
  show(range: Range | undefined): void {
    this.pause();
    this.hideOutside(range);
  }

  play(): void {
    const { property } = this;
    if (property.value === undefined) return;
    this.isPlaying.value = true;
    const [from, to] = property.value.extent;
    const first: Range = [from, from + (to - from) * FIRST_PART];
    const isAtEnd = this.range === undefined || this.range[1] >= to;
    this.hideOutside(isAtEnd ? (this.range === undefined ? first : startOf(this.range, from)) : this.range);
    const turn = (): void => {
      const extent = property.value?.extent;
      if (!this.isPlaying.value || this.range === undefined || extent === undefined) return this.pause();
      this.hideOutside(movedRange(this.range, PLAYED_PART, extent));
      if (this.range[1] >= extent[1]) this.pause();
      else this.timer = setTimeout(turn, PLAY_MILLIS);
    };
    this.timer = setTimeout(turn, PLAY_MILLIS);
  }

  pause(): void {
    this.isPlaying.value = false;
    clearTimeout(this.timer);
  }

  private hideOutside(range: Range | undefined): void {
    const { key } = this.property.value ?? {};
    this.canvas.slice.value = range === undefined || key === undefined ? undefined : { key, range };
  }
}

function startOf([from, to]: Range, start: number): Range {
  return [start, start + to - from];
}
