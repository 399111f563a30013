/**
 * Listeners to the results passing through an output, at one of two points: before its query enriches results, and
 * after it.
 */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import { resultText } from '@weir/formats/encoders';

export type TapStage = 'preEnrichment' | 'postEnrichment';

export interface TapListener {
  /** Receives an item as JSON. Must not throw, and is not awaited. */
  passed(text: string): void;
  /** The output was removed. */
  ended(): void;
}

export class OutputTaps {
  private readonly listeners: Readonly<Record<TapStage, Set<TapListener>>> = {
    preEnrichment: new Set(),
    postEnrichment: new Set(),
  };

  /** @returns a function that removes the listener. */
  listen(stage: TapStage, listener: TapListener): () => void {
    const listeners = this.listeners[stage].add(listener);
    return () => listeners.delete(listener);
  }

  /** Retried items are reported again. */
  passed(stage: TapStage, results: readonly StandingOutput[], structure: OutputStructure): void {
    const listeners = this.listeners[stage];
    if (listeners.size === 0) return;
    for (const result of results) {
      const text = resultText(result, structure);
      for (const listener of listeners) listener.passed(text);
    }
  }

  /** The output was removed. */
  end(): void {
    for (const listeners of Object.values(this.listeners)) {
      for (const listener of listeners) listener.ended();
      listeners.clear();
    }
  }
}
