/** Times in requests: the present is the latest. */
import { WeirError, type Clock } from '@weir/platform';

/** @throws WeirError `request.invalid`. @param request supplies the name of the time in the message. */
export function checkIsPast(
  atTime: number | undefined,
  clock: Clock,
  request: { readonly query: object },
): void {
  const now = clock.now();
  if (atTime === undefined || atTime <= now) return;
  const name = 'atTime' in request.query ? 'atTime' : 'at-time';
  throw new WeirError(
    'request.invalid',
    `Value ${atTime} must be less than system time ${now} for query parameter '${name}'`,
  );
}
