/**
 * How AWS is reached, or a server that speaks as it does. Clients are loaded by whoever uses them first. All that they
 * connect to is judged by the policy for outgoing addresses, whether it was given or found out.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsTarget } from '../definition/aws-target.js';
import { type ErrorCode, type OutgoingPolicy, shownUrl, WeirError } from '@weir/model';

/** What all clients take. */
export interface AwsSettings {
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
  readonly requestHandler: NodeHttpHandler;
}

export interface AwsWorld {
  readonly outgoing: OutgoingPolicy;
  /** Of errors, for what is wrong with the definition. */
  readonly code: ErrorCode;
  /** The client's own tries; default 1, as those above it go on for ever. */
  readonly tries?: number;
}

interface AnyClient {
  readonly config: { readonly region: () => Promise<string> };
  destroy(): void;
}

const HANDLER = '@smithy/node-http-handler';
const CONNECT_MILLIS = 5_000;
/** Longer than the longest wait for a message. */
const SILENCE_MILLIS = 30_000;
const SOCKETS = 100;

/**
 * A client whose address is known and may be connected to; nothing is connected yet.
 * @param name of the package with the client.
 * @throws WeirError where the client is not installed, the address is none or may not be connected to, or nobody says
 *   which region it is.
 */
export async function awsClient<M, C extends AnyClient>(
  target: AwsTarget,
  { outgoing, code, tries = 1 }: AwsWorld,
  name: string,
  load: () => Promise<M>,
  make: (loaded: M, settings: AwsSettings) => C,
): Promise<C> {
  const { credentials, region, endpoint } = target;
  if (endpoint !== undefined) await checkAwsAddress('endpoint', endpoint, outgoing, code);
  const loaded = await installed(name, load, code);
  // Not every client has this one by itself, and agents that can be given to it.
  const { NodeHttpHandler } = await installed(HANDLER, () => import('@smithy/node-http-handler'), code);
  const settings: AwsSettings = {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    // A copy, as the clients write into it.
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
    const advice = "give it as 'region', or set AWS_REGION";
    throw new WeirError(code, `It is not known which AWS region is meant: ${advice}`, { cause });
  }
  return client;
}

/** @throws WeirError for what is no web address, or may not be connected to. */
export async function checkAwsAddress(
  field: string,
  address: string,
  outgoing: OutgoingPolicy,
  code: ErrorCode,
): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new WeirError(code, `${field}: '${shownUrl(address)}' is no http or https address`);
  const refusal = await outgoing.check(url);
  if (refusal !== undefined) throw new WeirError(code, `${field}: ${refusal}`);
}

async function installed<M>(name: string, load: () => Promise<M>, code: ErrorCode): Promise<M> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new WeirError(code, `${name} is not installed here: npm install ${name}`, { cause });
  }
}

type Connect = (options: { host?: string; port?: string | number }, done: (error: Error) => void) => unknown;

/** Its connections are judged when they are made. */
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
