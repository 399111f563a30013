/**
 * Connects to AWS or a compatible server. Clients are loaded on first use. The policy for outgoing addresses applies to
 * everything they connect to, configured or discovered.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsTarget } from '../definition/aws-target.js';
import { type ErrorCode, type OutgoingPolicy, shownUrl, WeirError } from '@weir/platform';

/** Options of all clients. */
export interface AwsSettings {
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
  readonly requestHandler: NodeHttpHandler;
}

export interface AwsDependencies {
  readonly outgoing: OutgoingPolicy;
  /** Code of the error for an invalid definition. */
  readonly code: ErrorCode;
  /** Attempts of the client itself; default 1, because callers retry without limit. */
  readonly tries?: number;
}

interface AnyClient {
  readonly config: { readonly region: () => Promise<string> };
  destroy(): void;
}

const HANDLER = '@smithy/node-http-handler';
const CONNECT_MILLIS = 5_000;
/** Longer than the longest poll for a message. */
const SILENCE_MILLIS = 30_000;
const SOCKETS = 100;

/**
 * Creates a client for a known and allowed address; does not connect yet.
 * @param name of the client's package.
 * @throws WeirError if the client is not installed, the address is invalid or forbidden, or no region is configured.
 */
export async function awsClient<M, C extends AnyClient>(
  target: AwsTarget,
  { outgoing, code, tries = 1 }: AwsDependencies,
  name: string,
  load: () => Promise<M>,
  make: (loaded: M, settings: AwsSettings) => C,
): Promise<C> {
  const { credentials, region, endpoint } = target;
  if (endpoint !== undefined) await checkAwsAddress('endpoint', endpoint, outgoing, code);
  const loaded = await installed(name, load, code);
  // Not every client has a request handler that accepts custom agents.
  const { NodeHttpHandler } = await installed(HANDLER, () => import('@smithy/node-http-handler'), code);
  const settings: AwsSettings = {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    // A copy, because the clients modify it.
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
    maxAttempts: tries,
    requestHandler: new NodeHttpHandler({
      httpAgent: policed(new HttpAgent({ keepAlive: true, maxSockets: SOCKETS }), outgoing),
      httpsAgent: policed(new HttpsAgent({ keepAlive: true, maxSockets: SOCKETS }), outgoing),
      connectionTimeout: CONNECT_MILLIS,
      socketTimeout: SILENCE_MILLIS,
    }),
  };
  const client = make(loaded, settings);
  try {
    await client.config.region();
  } catch (cause) {
    client.destroy();
    const advice = "set 'region' or AWS_REGION";
    throw new WeirError(code, `The AWS region is unknown: ${advice}`, { cause });
  }
  return client;
}

/** @throws WeirError for an invalid or forbidden web address. */
export async function checkAwsAddress(
  field: string,
  address: string,
  outgoing: OutgoingPolicy,
  code: ErrorCode,
): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new WeirError(code, `${field}: '${shownUrl(address)}' is not an http or https URL`);
  const refusal = await outgoing.check(url);
  if (refusal !== undefined) throw new WeirError(code, `${field}: ${refusal}`);
}

async function installed<M>(name: string, load: () => Promise<M>, code: ErrorCode): Promise<M> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new WeirError(code, `The package ${name} is not installed. Run: npm install ${name}`, { cause });
  }
}

type Connect = (options: { host?: string; port?: string | number }, done: (error: Error) => void) => unknown;

/** Applies the policy to each connection when it is opened. */
function policed<A extends HttpAgent>(agent: A, outgoing: OutgoingPolicy): A {
  const open = agent as unknown as { createConnection: Connect };
  const connect = open.createConnection.bind(agent);
  open.createConnection = (options, done) => {
    const port = String(options.port);
    const refusal = outgoing.refusal(options.host ?? '', port);
    if (refusal === undefined) return connect({ ...options, lookup: outgoing.lookup(port) } as object, done);
    done(new Error(refusal));
    return undefined;
  };
  return agent;
}
