/**
 * A destination: a line over TCP for each match, for Logstash, Vector or `nc -lk 9000`.
 *
 *     npx weir --extension tcp-lines-destination.mjs
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { defineDestination, WeirError } from '@weir/plugins';

const tcpLines = defineDestination({
  type: 'example.TcpLines',
  description: 'One line over TCP per match',
  fields: z => ({
    host: z.string().min(1).default('localhost'),
    port: z.int().min(1).max(65_535),
    token: z.string().optional().meta({ description: 'Sent first, on a separate line' }),
  }),
  secrets: ['token'],

  async open({ host, port, token }, { outgoing, signal }) {
    // The configuration's rules for outgoing connections: `refusal` checks addresses, `lookup` checks what a name
    // resolves to.
    const refusal = outgoing.refusal(host, String(port));
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid host: ${refusal}`);
    /** @type {import('node:net').Socket | undefined} */
    let socket;
    const connected = async () => {
      if (socket?.writable === true) return socket;
      socket = connect({ host, port, lookup: outgoing.lookup(String(port)) });
      socket.on('error', () => undefined);
      await once(socket, 'connect', { signal });
      if (token !== undefined) socket.write(`${token}\n`);
      return socket;
    };
    return {
      /** Messages that fail here are written again, several times and with pauses. */
      async write(messages) {
        const lines = Buffer.concat(messages.flatMap(({ data }) => [data, Buffer.from('\n')]));
        const open = await connected();
        await new Promise((resolve, reject) =>
          open.write(lines, error => (error ? reject(error) : resolve(undefined))),
        );
      },
      close: () => void socket?.end(),
    };
  },
});

export const extensions = { destinations: [tcpLines] };
