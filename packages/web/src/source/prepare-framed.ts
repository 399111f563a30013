import { isIPv6 } from 'node:net';
import type { ReactiveStreamDefinition } from '../definition/framed-source.js';
import { WeirError } from '@weir/platform';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';
import { FramedSource } from './framed-source.js';

/** Characters that end or precede the host in an address. */
const NO_HOST = /[/?#@\s]/;

/** @throws WeirError `ingest.invalid`. */
export async function prepareFramed(
  { url: host, port }: ReactiveStreamDefinition,
  { outgoing }: SourceContext,
): Promise<PreparedSource> {
  const address = `tcp://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (NO_HOST.test(host) || !URL.canParse(address))
    throw new WeirError('ingest.invalid', 'Invalid url: it must be only the name or address of a host.');
  const refusal = await outgoing.check(new URL(address));
  if (refusal !== undefined) throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
  return {
    openSource: () => new FramedSource({ host, port, outgoing }),
    decoders: [],
    headers: null,
  };
}
