/** Checks whether a Kafka cluster is reachable, for callers that must know before anything is started. */
import { Socket } from 'node:net';
import type { OutgoingPolicy } from '@weir/platform';

const PATIENCE_MILLIS = 5000;

/**
 * @param bootstrapServers in a form that a connection accepts.
 * @returns why no broker answers; `undefined` as soon as one does.
 */
export async function kafkaSilence(
  bootstrapServers: string,
  outgoing: OutgoingPolicy,
): Promise<string | undefined> {
  const brokers = bootstrapServers.split(',').map(text => text.trim());
  const attempts = brokers.map(broker => tryConnect(broker, outgoing));
  // The remaining connections are closed by their own timeouts.
  return Promise.any<string | undefined>(attempts).catch((error: unknown) => {
    const reasons = error instanceof AggregateError ? error.errors : [error];
    return `No Kafka broker can be reached: ${reasons.map(each => (each as Error).message).join('; ')}`;
  });
}

/** Rejects with the broker and its error. */
function tryConnect(broker: string, outgoing: OutgoingPolicy): Promise<undefined> {
  if (!URL.canParse(`kafka://${broker}`)) return Promise.reject(new Error(`'${broker}' is not host:port`));
  const { hostname, port } = new URL(`kafka://${broker}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      socket.destroy();
      reject(new Error(`${broker}: ${reason}`));
    };
    const socket = new Socket();
    socket.setTimeout(PATIENCE_MILLIS, () => fail(`no response within ${PATIENCE_MILLIS} ms`));
    socket.once('error', error => fail(error.message));
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    const refusal = outgoing.refusal(host, port);
    if (refusal === undefined) socket.connect({ host, port: Number(port), lookup: outgoing.lookup(port) });
    else fail(refusal);
  });
}
