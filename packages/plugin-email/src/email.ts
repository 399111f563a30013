/** E-mail as a destination. A single result is one mail; results that wait together share one. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import {
  defineDestination,
  type Destination,
  type DestinationContext,
  type Extension,
  type Message,
  type Unwritten,
  WeirError,
} from '@weir/plugins';
import { createTransport } from 'nodemailer';
import { type Mail, mailOf, type MailFields } from './mail.js';

interface Server {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const CONNECT_MILLIS = 30_000;
const PERMANENT = 500;

export class EmailDestination implements Destination {
  constructor(
    private readonly server: Server,
    private readonly fields: MailFields,
    private readonly context: DestinationContext,
  ) {}

  async write(messages: readonly Message[]): Promise<readonly Unwritten[] | void> {
    try {
      await this.send(mailOf(messages, this.fields, this.context.origin));
    } catch (error) {
      const { message: reason, code, responseCode = 0 } = error as Error & MailError;
      const mayPass = code !== 'EAUTH' && responseCode < PERMANENT;
      return messages.map(message => ({ message, reason, mayPass }));
    }
  }

  close(): void {
    // Each mail has its own connection.
  }

  private async send(mail: Mail): Promise<void> {
    const { host, port, secure, username, password } = this.server;
    const connection = await this.connected();
    const auth = username === undefined ? {} : { auth: { user: username, pass: password ?? '' } };
    const transport = createTransport({ host, port, secure, connection, ...auth });
    try {
      await transport.sendMail(mail);
    } finally {
      transport.close();
      connection.destroy();
    }
  }

  /** The rules of the configuration decide which addresses a name may resolve to. */
  private async connected(): Promise<Socket> {
    const { host, port } = this.server;
    const { outgoing, signal } = this.context;
    const socket = connect({ host, port, lookup: outgoing.lookup(String(port)) });
    try {
      await once(socket, 'connect', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MILLIS)]),
      });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }
}

interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
}

const email = defineDestination({
  type: 'weir.Email',
  description: 'Sends results by e-mail',
  fields: z => ({
    host: z.string().min(1).meta({ description: 'Mail server' }),
    port: z.int().min(1).max(65_535).default(587),
    secure: z.boolean().default(false).meta({ description: 'TLS from the start, as on port 465' }),
    username: z.string().optional(),
    password: z.string().optional(),
    from: z.string().min(1).meta({ description: 'Sender' }),
    to: z.array(z.string().min(1)).min(1).meta({ description: 'Recipients' }),
    subject: z
      .string()
      .default('{{query}}: {{kind}}')
      .meta({ description: 'With placeholders such as {{data.user}}' }),
    text: z
      .string()
      .default('{{kind}} {{id}}\n{{dataText}}')
      .meta({ description: 'Text for one result, with placeholders' }),
    maxResults: z.int().min(1).default(20).meta({ description: 'Maximum number of results in one mail' }),
  }),
  secrets: ['password'],

  open(definition, context) {
    const { host, port } = definition;
    const refusal = context.outgoing.refusal(host, String(port));
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid host: ${refusal}`);
    return new EmailDestination(definition, definition, context);
  },
});

export const extensions: Extension = { destinations: [email] };
