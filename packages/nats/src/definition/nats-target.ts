/** Address and login of a NATS server, for sources and destinations. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const text = z.string().min(1);
const server = z.string().regex(/^(?:\[[0-9a-fA-F:]+\]|[^\s:/@[\]]+):\d{1,5}$/, {
  error: 'A server must be host:port',
});
const secret = text.meta({ description: 'Secret; masked in responses' });
const pem = text.meta({ description: 'PEM text, not a path' });

export const natsSubject = z
  .string()
  .regex(/^[^\s*>]+$/, { error: 'The subject must not contain blanks or wildcards' })
  .meta({ description: 'Subject of a JetStream stream, without wildcards' });

export function natsTargetOf(form: Form) {
  return {
    servers: z
      .array(server)
      .min(1, { error: 'At least one server is required' })
      .meta({
        description: 'Servers as host:port, in the order in which they are tried',
        example: ['localhost:4222'],
      }),
    credentials: z
      .discriminatedUnion('type', [
        form.member({ type: z.literal('UserPassword'), username: text, password: secret }),
        form.member({ type: z.literal('Token'), token: secret }),
        form.member({ type: z.literal('NKey'), seed: secret }).meta({ description: 'NKey seed, SU...' }),
        form
          .member({ type: z.literal('CredentialsFile'), content: secret })
          .meta({ description: 'Content of a .creds file: a JWT and its seed' }),
      ])
      .optional(),
    tls: form
      .object({
        ca: pem
          .optional()
          .meta({ description: 'Trusted certificate authorities as PEM text; default: those of Node.js' }),
        cert: pem.optional(),
        key: secret.optional(),
        handshakeFirst: z.boolean().default(false),
      })
      .optional()
      .meta({ description: 'If present, only TLS connections are used' }),
    domain: text.optional().meta({ description: 'JetStream domain' }),
  };
}

const anyTarget = (form: Form) => z.object(natsTargetOf(form));
export type NatsTarget = z.output<ReturnType<typeof anyTarget>>;

export const natsSecrets = [
  'credentials.password',
  'credentials.token',
  'credentials.seed',
  'credentials.content',
  'tls.key',
];
