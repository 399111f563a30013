import { WeirError } from '@weir/platform';

/** @param atTime when a session reads the past, in milliseconds since the Unix epoch; `undefined` for the present. */
export function refuseInPast(atTime: number | undefined): void {
  if (atTime === undefined) return;
  throw new WeirError(
    'graph.historical-write',
    `Tried to write with historical time ${atTime}: the past can be read, not changed. ` +
      'Omit the time to write to the present.',
  );
}
