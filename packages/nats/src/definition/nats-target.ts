/** Address and login of a NATS server, for sources and destinations. */
import { SECRET_MASK } from '@weir/model';
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const text = z.string().min(1);
const server = z.string().regex(/^(?:\[[0-9a-fA-F:]+\]|[^\s:/@[\]]+):\d{1,5}$/, {
  error: 'A server is host:port, without anything else',
});
const secret = text.meta({ description: 'Never comes back out' });
const pem = text.meta({ description: 'PEM, the text itself' });

export const natsSubject = z
  .string()
  .regex(/^[^\s*>]+$/, { error: 'A subject to publish to has no blanks and no wildcards' })
  .meta({ description: 'Of a stream of JetStream, without wildcards' });

export function natsTargetOf(form: Form) {
  return {
    servers: z
      .array(server)
      .min(1, { error: 'At least one server is needed' })
      .meta({ description: 'host:port; they are tried in this order', example: ['localhost:4222'] }),
    credentials: z
      .discriminatedUnion('type', [
        form.member({ type: z.literal('UserPassword'), username: text, password: secret }),
        form.member({ type: z.literal('Token'), token: secret }),
        form
          .member({ type: z.literal('NKey'), seed: secret })
          .meta({ description: 'The seed of an NKey, SU...' }),
        form
          .member({ type: z.literal('CredentialsFile'), content: secret })
          .meta({ description: 'What a .creds file holds: a JWT and its seed' }),
      ])
      .optional(),
    tls: form
      .object({
        ca: pem.optional().meta({ description: 'PEM: who may sign certificates; absent: whom Node trusts' }),
        cert: pem.optional(),
        key: secret.optional(),
        handshakeFirst: z.boolean().default(false),
      })
      .optional()
      .meta({ description: 'Given: only over TLS' }),
    domain: text.optional().meta({ description: 'Of JetStream' }),
  };
}

const anyTarget = (form: Form) => z.object(natsTargetOf(form));
export type NatsTarget = z.output<ReturnType<typeof anyTarget>>;

export function maskedNats<T extends NatsTarget>(target: T): T {
  const { credentials, tls } = target;
  return {
    ...target,
    ...(credentials === undefined ? {} : { credentials: maskedCredentials(credentials) }),
    ...(tls?.key === undefined ? {} : { tls: { ...tls, key: SECRET_MASK } }),
  };
}

type Credentials = NonNullable<NatsTarget['credentials']>;

function maskedCredentials(credentials: Credentials): Credentials {
  switch (credentials.type) {
    case 'UserPassword':
      return { ...credentials, password: SECRET_MASK };
    case 'Token':
      return { ...credentials, token: SECRET_MASK };
    case 'NKey':
      return { ...credentials, seed: SECRET_MASK };
    case 'CredentialsFile':
      return { ...credentials, content: SECRET_MASK };
  }
}
