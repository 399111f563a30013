import { type OutgoingPolicy, shownUrl, WeirError } from '@weir/platform';

/** @throws WeirError `ingest.invalid`. */
export async function checkUrl(
  url: string,
  protocols: readonly string[],
  outgoing: OutgoingPolicy,
): Promise<void> {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocols.includes(protocol)) {
    const refusal = await outgoing.check(new URL(url));
    if (refusal === undefined) return;
    throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
  }
  const kinds = protocols.map(name => name.slice(0, -1)).join(' or ');
  throw new WeirError('ingest.invalid', `Invalid url: '${shownUrl(url)}' is not a valid ${kinds} URL.`);
}
