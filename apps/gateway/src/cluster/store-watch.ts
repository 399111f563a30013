/**
 * Whether the process that works on the graph still reaches the store. If not, another one may: so it gives the graph up,
 * when the store has not answered it for so long, while there was another one that it answered.
 */
import { type Environment, every, type WeirError } from '@weir/model';

interface StoreWatchOptions {
  readonly environment: Environment;
  readonly patienceMillis: number;
  /** What the last try failed with. */
  trouble(): WeirError | undefined;
  /** Somebody else could work on the graph: it reaches the store. */
  isAnyoneElse(): boolean;
  /** Called once. */
  givenUp(trouble: WeirError): void;
}

const LOOKS_PER_PATIENCE = 10;

/** @returns ends the watch. */
export function watchStore({
  environment: { clock, scheduler },
  patienceMillis,
  trouble,
  isAnyoneElse,
  givenUp,
}: StoreWatchOptions): () => void {
  let since: number | undefined;
  const now = (): number => clock.precise?.() ?? clock.now();
  const look = (): void => {
    const found = trouble();
    // Where it was silent for all, the other one may only be the first to hear of it again.
    since = found === undefined || !isAnyoneElse() ? undefined : (since ?? now());
    if (found === undefined || since === undefined || now() - since < patienceMillis) return;
    end();
    givenUp(found);
  };
  const end = every(scheduler, patienceMillis / LOOKS_PER_PATIENCE, look);
  look();
  return end;
}
