/**
 * Web pages for queries. A redirect that leaves a host may not lead to this machine or to the addresses where hosts say
 * things about themselves: whoever runs a page would else read what only this machine may.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Agent, Dispatcher, Response } from 'undici';

const LONGEST_CHAIN = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const INNER = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  INNER.addSubnet(network, bits, 'ipv4');
}
INNER.addAddress('::', 'ipv6');
INNER.addAddress('::1', 'ipv6');
INNER.addSubnet('fe80::', 10, 'ipv6');

let outward: Agent | undefined;

/** Follows redirects. Rejects when there is no answer. */
export async function fetchPage(url: string, signal: AbortSignal | undefined): Promise<Response> {
  const { Agent, fetch, getGlobalDispatcher } = await import('undici');
  const first = new URL(url);
  let at = first;
  for (let redirects = 0; redirects <= LONGEST_CHAIN; redirects++) {
    // A name may mean this machine the second time it is asked for.
    const isFree = redirects === 0 || (at.host === first.host && isInner(first.hostname));
    let dispatcher: Dispatcher = getGlobalDispatcher();
    if (!isFree) {
      refuseInner(at.hostname);
      dispatcher = outward ??= new Agent({ connect: { lookup: outwardLookup } });
    }
    const response = await fetch(at, { signal: signal ?? null, redirect: 'manual', dispatcher });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    at = new URL(location, at);
    if (at.protocol !== 'http:' && at.protocol !== 'https:') throw refusal(at.protocol);
  }
  throw new Error('too many redirects');
}

function isInner(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return INNER.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function refuseInner(host: string): void {
  if (isInner(host)) throw refusal(host);
}

const outwardLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const inner = error === null && addresses.some(({ address }) => isInner(address));
    if (error !== null || inner) done(error ?? refusal(host), []);
    else if (options.all === true) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  });
};

function refusal(where: string): Error {
  return new Error(`redirected to ${where}, where redirects may not lead`);
}
