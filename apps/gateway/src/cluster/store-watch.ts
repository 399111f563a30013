/**
 * Checks whether the owner of the graph still reaches the store. The owner releases the graph once the store has not
 * answered it for `patienceMillis`, during which another member could reach the store.
 */
import { type Environment, every, type WeirError } from '@weir/platform';

interface StoreWatchOptions {
  readonly environment: Environment;
  readonly patienceMillis: number;
  /** Error of the last attempt. */
  trouble(): WeirError | undefined;
  /** Whether another member could own the graph: it reaches the store. */
  isAnyoneElse(): boolean;
  /** Called once. */
  givenUp(trouble: WeirError): void;
}

const CHECKS_PER_PATIENCE = 10;

/** @returns a function that ends the watch. */
export function watchStore({
  environment: { clock, scheduler },
  patienceMillis,
  trouble,
  isAnyoneElse,
  givenUp,
}: StoreWatchOptions): () => void {
  let since: number | undefined;
  const now = (): number => clock.precise?.() ?? clock.now();
  const check = (): void => {
    const found = trouble();
    // If all members lost the store, the other one may only be the first to reach it again.
    since = found === undefined || !isAnyoneElse() ? undefined : (since ?? now());
    if (found === undefined || since === undefined || now() - since < patienceMillis) return;
    end();
    givenUp(found);
  };
  const end = every(scheduler, patienceMillis / CHECKS_PER_PATIENCE, check);
  check();
  return end;
}
