/** A failure or a misuse during the load. */
import type { SeededRandom } from '@weir/platform';
import type { Scene } from '../scene.js';

export interface AppliedFault {
  /** Exact description of the fault, for the step's line. */
  readonly what: string;
  /** Called after the fault was held for a while. Must do nothing if the affected process no longer exists. */
  undo(): Promise<void>;
}

export interface Fault {
  readonly name: string;
  /** Number of cards in the deck; 1 by default. */
  readonly cards?: number;
  /** @returns why this machine does not support the fault. */
  missing?(): string | undefined;
  apply(scene: Scene, random: SeededRandom): Promise<AppliedFault>;
}

export function nothingToUndo(what: string): AppliedFault {
  return { what, undo: () => Promise.resolve() };
}
