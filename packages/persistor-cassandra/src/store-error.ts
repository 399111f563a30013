/** Converts errors of the driver to `WeirError`, each with advice on how to fix it. */
import { WeirError } from '@weir/platform';

/** Errors after which the same request, if it may be repeated, may succeed. */
const PASSING = new Set([
  'NoHostAvailableError',
  'OperationTimedOutError',
  'BusyConnectionError',
  'DriverError',
]);
/**
 * Codes of the protocol: unavailable, overloaded, bootstrapping, read and write time-outs and failures, server errors.
 */
const PASSING_CODES = new Set([0x0000, 0x1000, 0x1001, 0x1002, 0x1100, 0x1200, 0x1300, 0x1500, 0x1700]);

interface DriverFailure {
  readonly name?: string;
  readonly code?: unknown;
  readonly message?: string;
  readonly innerErrors?: Readonly<Record<string, unknown>>;
}

export function mayPass(thrown: unknown): boolean {
  const { name = '', code } = thrown as DriverFailure;
  return PASSING.has(name) || (name === 'ResponseError' && PASSING_CODES.has(code as number));
}

export function toStoreError(thrown: unknown, what: string, where: string): WeirError {
  if (thrown instanceof WeirError) return thrown;
  return new WeirError('store.failed', `Cassandra failed while ${what} ${where}: ${reason(thrown)}`, {
    cause: thrown,
  });
}

function reason(thrown: unknown): string {
  const { message, innerErrors } = thrown as DriverFailure;
  const inner = Object.entries(innerErrors ?? {}).map(
    ([host, error]) => `${host}: ${(error as DriverFailure).message ?? String(error)}`,
  );
  return inner.length > 0 ? inner.join('; ') : (message ?? String(thrown));
}

/** Error for a conditional write that was acknowledged and is lost. */
export function wentBack(where: string, committed: number, found: number): WeirError {
  return new WeirError(
    'store.damaged',
    `The data in ${where} has reverted: Cassandra acknowledged ${committed}, but now has ${found}. A single node whose ` +
      'process is killed loses its last acknowledged writes, unless it runs with commitlog_sync: batch ' +
      '(or group). This process exits, because its memory is ahead of the store. Start it again: ingest streams resume ' +
      'from the stored state. Clients must repeat their last writes.',
  );
}

export function takenOver(where: string, owner: string): WeirError {
  return new WeirError(
    'store.taken-over',
    `The data in ${where} was taken over by another process (${owner}). This process writes nothing more; everything that it ` +
      'acknowledged is safe. Continue with the other process, or stop it and start this one again.',
  );
}
