/** undici connections that obey a policy: each connection is checked when it is made, also for redirects. */
import type { LookupFunction } from 'node:net';
import type { OutgoingPolicy } from './outgoing-policy.js';

interface ConnectOptions {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

type Connector<O extends ConnectOptions, C> = (options: O, callback: C) => void;

/** @param build `buildConnector` of undici. */
export function policedConnector<
  O extends ConnectOptions,
  C extends (...outcome: [error: Error, socket: null]) => void,
>(
  build: (options: { readonly lookup: LookupFunction }) => Connector<O, C>,
  policy: OutgoingPolicy,
): Connector<O, C> {
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const refusal = policy.refusal(options.hostname, port);
    if (refusal !== undefined) callback(new Error(refusal), null);
    else build({ lookup: policy.lookup(port) })(options, callback);
  };
}
