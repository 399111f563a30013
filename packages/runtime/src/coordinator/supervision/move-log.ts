/** Time and reason of the most recent replacements of workers, for display. */
import type { WorkerMove } from '@weir/contract';
import type { Clock } from '@weir/platform';

const MOVES_TOLD = 20;

export class MoveLog {
  private moves: readonly WorkerMove[] = [];

  constructor(private readonly clock: Clock) {}

  get all(): readonly WorkerMove[] {
    return this.moves;
  }

  began(reason: string): void {
    const move: WorkerMove = { time: this.clock.now(), reason, millis: undefined };
    this.moves = [...this.moves, move].slice(-MOVES_TOLD);
  }

  /** Called when all replacements in progress have completed. */
  ended(millis: number): void {
    this.moves = this.moves.map(move => (move.millis === undefined ? { ...move, millis } : move));
  }
}
