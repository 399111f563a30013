/** Creates the source of a shared table from its definition. Loads its code, which only Delta Sharing users need. */
import type { DeltaSharingDefinition } from '../definition/delta-sharing-source.js';
import { type OutgoingPolicy, shownUrl, WeirError } from '@weir/platform';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';

/** @throws WeirError `ingest.invalid`. */
export async function prepareDeltaSharing(
  definition: DeltaSharingDefinition,
  { environment, outgoing }: SourceContext,
): Promise<PreparedSource> {
  const { endpoint, auth, startingVersion = 0 } = definition;
  await checkAddress('endpoint', endpoint, outgoing);
  if (auth.type === 'OAuthClientCredentials')
    await checkAddress('auth.tokenEndpoint', auth.tokenEndpoint, outgoing);
  if (!Number.isSafeInteger(Number(startingVersion)))
    throw new WeirError(
      'ingest.invalid',
      `Invalid startingVersion: no table has a version ${startingVersion}.`,
    );
  const { DeltaSharingSource } = await import('./delta-sharing-source.js');
  const { scheduler, clock, logger } = environment;
  return {
    openSource: () => new DeltaSharingSource({ definition, scheduler, clock, logger, outgoing }),
    decoders: [],
    headers: null,
  };
}

async function checkAddress(field: string, address: string, outgoing: OutgoingPolicy): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isHttp)
    throw new WeirError(
      'ingest.invalid',
      `Invalid ${field}: '${shownUrl(address)}' is not an http or https URL.`,
    );
  if (
    field === 'endpoint' &&
    (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
  )
    throw new WeirError('ingest.invalid', `Invalid ${field}: only a server and a path are allowed.`);
  const refusal = await outgoing.check(url);
  if (refusal !== undefined) throw new WeirError('ingest.invalid', `Invalid ${field}: ${refusal}.`);
}
