/** Version 2 definition of changes of PostgreSQL tables as a source. */
import { SECRET_MASK } from '@weir/model';
import { z } from 'zod';
import { int, type SourceForms } from '@weir/formats/forms';

const text = z.string().min(1);
const secret = text.meta({ description: 'Never comes back out' });
const pem = text.meta({ description: 'PEM, the text itself' });

export function postgresSourceOf({ form }: SourceForms) {
  return form
    .member({
      type: z.literal('PostgresChanges'),
      format: form.member({ type: z.literal('Json') }).default({ type: 'Json' }),
      host: z
        .string()
        .regex(/^[^\s/@[\]]+$/, { error: 'A host is a name or an address, without anything else' })
        .meta({ example: 'localhost' }),
      port: int(1).default(5432).meta({ default: 5432 }),
      database: text,
      username: text.meta({ description: 'A role with REPLICATION' }),
      password: secret.optional(),
      tls: form
        .object({
          ca: pem
            .optional()
            .meta({ description: 'PEM: who may sign certificates; absent: whom Node trusts' }),
          cert: pem.optional(),
          key: secret.optional(),
        })
        .optional()
        .meta({ description: 'Given: only over TLS' }),
      slot: z
        .string()
        .regex(/^[a-z0-9_]{1,63}$/, { error: 'A slot is 1 to 63 of the characters a-z 0-9 _' })
        .meta({ description: 'The replication slot; it is made if it is not there' }),
      publication: text.meta({ description: 'Which tables, and which of their changes' }),
      tables: z
        .array(text)
        .default([])
        .meta({ description: 'Of a publication that is made if it is not there; with or without a schema' }),
      snapshot: z.boolean().default(false).meta({
        description:
          'The rows that the tables have first, each as a record of operation read; then the changes',
      }),
    })
    .meta({ description: 'Inserts, updates and deletes of tables of PostgreSQL' });
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

export function maskedPostgres<T extends PostgresTarget>(target: T): T {
  const { password, tls } = target;
  return {
    ...target,
    ...(password === undefined ? {} : { password: SECRET_MASK }),
    ...(tls?.key === undefined ? {} : { tls: { ...tls, key: SECRET_MASK } }),
  };
}
