/**
 * Web pages for queries, subject to the policy for outgoing addresses. A redirect that leaves a host must not lead to
 * this machine: otherwise the operator of a page could read what only this machine can access.
 */
import { isIP } from 'node:net';
import { isRefusal, type OutgoingPolicy, policedConnector, urlLogin } from '@weir/platform';
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

  /** Follows redirects. Rejects without a response. */
  async fetch(url: string, signal: AbortSignal | undefined): Promise<Response> {
    const { Agent, buildConnector, fetch } = await import('undici');
    const first = new URL(url);
    let at = first;
    // A name may resolve to this machine the second time.
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
      // After leaving the original host, a redirect back to it counts as foreign too.
      isNear &&= staysNear && at.host === first.host;
    }
    throw new Error('too many redirects');
  }
}

/** The login in a URL is sent only to its own host: a redirect does not inherit it. */
function fetchWithLogin(fetch: Fetch, address: URL, options: RequestInit): Promise<Response> {
  const { url, authorization } = urlLogin(address);
  return fetch(url, authorization === undefined ? options : { ...options, headers: { authorization } });
}

function redirected(where: string, cause?: unknown): Error {
  return new Error(`redirected to ${where}, which is not allowed`, { cause });
}
