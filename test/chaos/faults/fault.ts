/** Something that goes wrong, or is done wrong, while the load runs. */
import type { SeededRandom } from '@weir/model';
import type { Scene } from '../scene.js';

export interface AppliedFault {
  /** For the step's line: what exactly was done. */
  readonly what: string;
  /** After the fault was held for a while. Must do nothing where a process that it held to is gone. */
  undo(): Promise<void>;
}

export interface Fault {
  readonly name: string;
  /** How often it lies in the deck; 1 by default. */
  readonly cards?: number;
  /** @returns why this machine can't do it. */
  missing?(): string | undefined;
  apply(scene: Scene, random: SeededRandom): Promise<AppliedFault>;
}

export function nothingToUndo(what: string): AppliedFault {
  return { what, undo: () => Promise.resolve() };
}
