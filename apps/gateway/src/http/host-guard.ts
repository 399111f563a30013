/**
 * A gateway that listens on this machine alone is asked by the machine's own names. A web site can make its name point
 * at 127.0.0.1 (DNS rebinding): to the visitor's browser the gateway is then that site, whose pages may read and write
 * everything. Only the header `Host` tells.
 */
import { isIPv4 } from 'node:net';
import { WeirError } from '@weir/model';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

export interface HostGuardOptions {
  /** The address that is listened on is reached from this machine alone. */
  readonly isLocal: boolean;
  /** Names beside the machine's own; `*` is all. When there are none, only local addresses are guarded. */
  readonly allowedHosts: readonly string[];
  /** The name that links give it. */
  readonly advertisedHost?: string | undefined;
}

/** Refuses with `request.forbidden`. */
export function hostGuard(options: HostGuardOptions): RequestHandler {
  const { isLocal, allowedHosts, advertisedHost } = options;
  const isOpen = allowedHosts.includes('*') || (!isLocal && allowedHosts.length === 0);
  const allowed = new Set(allowedHosts.map(nameOf));
  if (advertisedHost !== undefined) allowed.add(nameOf(advertisedHost));
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { host } = request.headers;
    // No browser leaves it out.
    if (isOpen || host === undefined) return next();
    const name = nameOf(host);
    if (isLoopback(name) || allowed.has(name)) return next();
    const message = `Requests for the host '${host}' are refused; to allow the host, add it to webserver.allowed-hosts`;
    next(new WeirError('request.forbidden', message));
  };
}

/** Whether an address or a name means this machine, and no other, wherever it is looked up. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  const address = host.startsWith('::ffff:') ? host.slice('::ffff:'.length) : host;
  return isIPv4(address) && address.startsWith('127.');
}

/** A host without its port, in the one way to write it. */
function nameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  const name = bracketed ? bracketed[1]! : host.replace(/^([^:]*):\d*$/, '$1');
  return name.toLowerCase().replace(/\.$/, '');
}
