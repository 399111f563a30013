/** Runs a query for each of some values, and retries transient failures. */
import { type Value } from '@weir/model';
import { Backoff, isTransient, type Scheduler, WeirError } from '@weir/platform';
import type { Lane, ValueOutcome } from '@weir/contract';

const FIRST_PAUSE_MILLIS = 100;

export interface RetryOptions {
  readonly scheduler: Scheduler;
  /** Ends the retries. */
  readonly closing: AbortSignal;
  /** Default: yes. */
  readonly isToBeRetried?: () => boolean;
}

/** @returns the outcome of each value. Transient failures are retried without limit. Never rejects. */
export async function runValuesThrough(
  lane: Pick<Lane, 'runValues'>,
  values: readonly Value[],
  { scheduler, closing, isToBeRetried = () => true }: RetryOptions,
): Promise<readonly ValueOutcome[]> {
  const outcomes: ValueOutcome[] = [...(await runValues(lane, values))];
  const backoff = new Backoff(FIRST_PAUSE_MILLIS, scheduler, closing);
  for (;;) {
    const mayTry = isToBeRetried() && !closing.aborted;
    const again = outcomes.flatMap(({ error }, i) =>
      mayTry && error !== undefined && isTransient(error.code) ? [i] : [],
    );
    if (again.length === 0) return outcomes;
    await backoff.pause();
    const repeated = await runValues(
      lane,
      again.map(i => values[i]!),
    );
    again.forEach((i, k) => (outcomes[i] = repeated[k]!));
  }
}

async function runValues(
  lane: Pick<Lane, 'runValues'>,
  values: readonly Value[],
): Promise<readonly ValueOutcome[]> {
  try {
    return await lane.runValues(values);
  } catch (error) {
    return values.map(() => ({ rows: [], error: WeirError.from(error) }));
  }
}
