/**
 * Restricts the host names of a gateway that listens only locally. A web site can make its name resolve to 127.0.0.1
 * (DNS rebinding): the visitor's browser then treats the gateway as that site, whose pages may read and write
 * everything. Only the `Host` header reveals this.
 */
import { isIPv4 } from 'node:net';
import { WeirError } from '@weir/platform';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

export interface HostGuardOptions {
  /** Whether the listening address is reachable only from this machine. */
  readonly isLocal: boolean;
  /** Names allowed in addition to the machine's own; `*` allows all. If empty, only local addresses are guarded. */
  readonly allowedHosts: readonly string[];
  /** The host name used in links. */
  readonly advertisedHost?: string | undefined;
}

/** Rejects with `request.forbidden`. */
export function hostGuard(options: HostGuardOptions): RequestHandler {
  const check = hostCheck(options);
  return (request: Request, _response: Response, next: NextFunction): void => {
    check(request.headers.host);
    next();
  };
}

/** Returns a function that throws `request.forbidden` for a `Host` header that is not allowed. */
export function hostCheck(options: HostGuardOptions): (host: string | undefined) => void {
  const { isLocal, allowedHosts, advertisedHost } = options;
  const isOpen = allowedHosts.includes('*') || (!isLocal && allowedHosts.length === 0);
  const allowed = new Set(allowedHosts.map(nameOf));
  if (advertisedHost !== undefined) allowed.add(nameOf(advertisedHost));
  return host => {
    // Browsers always send the header.
    if (isOpen || host === undefined) return;
    const name = nameOf(host);
    if (isLoopback(name) || allowed.has(name)) return;
    const message = `Requests for the host '${host}' are refused; to allow the host, add it to webserver.allowed-hosts`;
    throw new WeirError('request.forbidden', message);
  };
}

/** Returns whether an address or a name always means this machine, wherever it is resolved. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  const address = host.startsWith('::ffff:') ? host.slice('::ffff:'.length) : host;
  return isIPv4(address) && address.startsWith('127.');
}

/** Returns a host without its port, in canonical form. */
function nameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  const name = bracketed ? bracketed[1]! : host.replace(/^([^:]*):\d*$/, '$1');
  return name.toLowerCase().replace(/\.$/, '');
}
