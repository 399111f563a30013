/**
 * Web pages for queries, as far as the policy of outgoing addresses goes. A redirect that leaves a host may not lead to
 * this machine: whoever runs a page would else read what only this machine may.
 */
import { isIP } from 'node:net';
import { isRefusal, type OutgoingPolicy, policedConnector, urlLogin } from '@weir/model';
import type { Agent, fetch as undiciFetch, RequestInit, Response } from 'undici';

type Fetch = typeof undiciFetch;

const LONGEST_CHAIN = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export class PageFetcher {
  private near: Agent | undefined;
  private far: Agent | undefined;

  private readonly outward: OutgoingPolicy;

  constructor(private readonly policy: OutgoingPolicy) {
    this.outward = policy.outward;
  }

  /** Follows redirects. Rejects when there is no answer. */
  async fetch(url: string, signal: AbortSignal | undefined): Promise<Response> {
    const { Agent, buildConnector, fetch } = await import('undici');
    const first = new URL(url);
    let at = first;
    // A name may mean this machine the second time it is asked for.
    const staysNear = isIP(first.hostname.replace(/^\[|\]$/g, '')) !== 0 || first.hostname === 'localhost';
    let isNear = true;
    for (let redirects = 0; redirects <= LONGEST_CHAIN; redirects++) {
      const policy = isNear ? this.policy : this.outward;
      const dispatcher = isNear
        ? (this.near ??= new Agent({ connect: policedConnector(buildConnector, policy) }))
        : (this.far ??= new Agent({ connect: policedConnector(buildConnector, policy) }));
      const refusal = await policy.check(at);
      const response = await (
        refusal === undefined
          ? fetchWithLogin(fetch, at, { signal: signal ?? null, redirect: 'manual', dispatcher })
          : Promise.reject(new Error(refusal))
      ).catch((error: unknown) => {
        throw redirects > 0 && isRefusal(error) ? redirected(at.hostname, error) : error;
      });
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      at = new URL(location, at);
      if (at.protocol !== 'http:' && at.protocol !== 'https:') {
        throw redirected(at.protocol);
      }
      // Once away, the way back to where it began is that of a stranger too.
      isNear &&= staysNear && at.host === first.host;
    }
    throw new Error('too many redirects');
  }
}

/** The login of an address goes to its own host only: a redirect does not carry it on. */
function fetchWithLogin(fetch: Fetch, address: URL, options: RequestInit): Promise<Response> {
  const { url, authorization } = urlLogin(address);
  return fetch(url, authorization === undefined ? options : { ...options, headers: { authorization } });
}

function redirected(where: string, cause?: unknown): Error {
  return new Error(`redirected to ${where}, where redirects may not lead`, { cause });
}
