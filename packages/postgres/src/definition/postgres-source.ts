/** Version 2 definition of changes of PostgreSQL tables as a source. */
import { z } from 'zod';
import { int, type SourceForms } from '@weir/formats/forms';

const text = z.string().min(1);
const secret = text.meta({ description: 'Secret; masked in responses' });
const pem = text.meta({ description: 'PEM text, not a path' });

export function postgresSourceOf({ form }: SourceForms) {
  return form
    .member({
      type: z.literal('PostgresChanges'),
      format: form.member({ type: z.literal('Json') }).default({ type: 'Json' }),
      host: z
        .string()
        .regex(/^[^\s/@[\]]+$/, {
          error: 'The host must be a name or an address, without scheme, port or path',
        })
        .meta({ example: 'localhost' }),
      port: int(1).default(5432).meta({ default: 5432 }),
      database: text,
      username: text.meta({ description: 'Role with the attribute REPLICATION' }),
      password: secret.optional(),
      tls: form
        .object({
          ca: pem
            .optional()
            .meta({ description: 'Trusted certificate authorities as PEM text; default: those of Node.js' }),
          cert: pem.optional(),
          key: secret.optional(),
        })
        .optional()
        .meta({ description: 'If present, only TLS connections are used' }),
      slot: z
        .string()
        .regex(/^[a-z0-9_]{1,63}$/, {
          error: 'The name of a slot must have 1 to 63 of the characters a-z 0-9 _',
        })
        .meta({ description: 'Replication slot; created if it does not exist' }),
      publication: text.meta({ description: 'Publication, which selects tables and kinds of changes' }),
      tables: z.array(text).default([]).meta({
        description:
          'Tables of the publication, with or without a schema; if set, a missing publication is created',
      }),
      snapshot: z.boolean().default(false).meta({
        description:
          'Whether to read all existing rows first, each as a record with the operation read, and then the changes',
      }),
    })
    .meta({
      'x-label': 'PostgreSQL changes',
      description: 'Inserts, updates and deletes of PostgreSQL tables',
    });
}

export type PostgresSourceDefinition = z.output<ReturnType<typeof postgresSourceOf>>;
export type PostgresTarget = Pick<
  PostgresSourceDefinition,
  'host' | 'port' | 'database' | 'username' | 'password' | 'tls'
>;
export interface PostgresSlot extends Pick<
  PostgresSourceDefinition,
  'slot' | 'publication' | 'tables' | 'snapshot'
> {
  /** The slot is dropped with its connection. */
  readonly isTemporary?: boolean;
}
