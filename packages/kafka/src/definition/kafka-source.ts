/** Version 2 definition of Kafka topics as a source, and of the login to Kafka. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int, keyed, long, type Running, type SourceForms } from '@weir/formats/forms';

const secret = z.string().meta({ description: 'Secret; masked in responses' });
const text = z.string().min(1);

/** Login settings, common to all versions of the API. */
export interface KafkaSecurity {
  /** Absent: the properties decide. */
  securityProtocol?: 'PLAINTEXT' | 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT';
  sslKeystorePassword?: string | undefined;
  sslTruststorePassword?: string | undefined;
  sslKeyPassword?: string | undefined;
  saslJaasConfig?:
    | { type: 'PlainLogin' | 'ScramLogin'; username: string; password: string }
    | {
        type: 'OAuthBearerLogin';
        clientId: string;
        clientSecret: string;
        scope?: string | undefined;
        tokenEndpointUrl?: string | undefined;
      }
    | undefined;
  kafkaProperties: Record<string, string>;
}

export function kafkaSecurityOf(form: Form) {
  const oauth = { clientId: text, scope: z.string().optional() };
  return {
    sslKeystorePassword: secret.optional(),
    sslTruststorePassword: secret.optional(),
    sslKeyPassword: secret.optional(),
    saslJaasConfig: z
      .discriminatedUnion('type', [
        form.member({ type: z.literal('PlainLogin'), username: text, password: secret }),
        form.member({ type: z.literal('ScramLogin'), username: text, password: secret }),
        form.member({
          type: z.literal('OAuthBearerLogin'),
          ...oauth,
          clientSecret: secret,
          tokenEndpointUrl: z.string().optional(),
        }),
      ])
      .optional(),
    kafkaProperties: keyed(z.string()).default({}),
  };
}

export function kafkaSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  return form
    .member({ type: z.literal('Kafka'), format, ...kafkaOf(form), recordDecoders })
    .meta({ 'x-label': 'Kafka', 'x-common': 3, description: 'Values of the records of Kafka topics' });
}

function kafkaOf(form: Form) {
  return {
    topics: z
      .union([z.array(text), keyed(z.array(int(0)))])
      .meta({ description: 'Names of the topics, or an object with the partitions of each' }),
    bootstrapServers: text.meta({ example: 'localhost:9092' }),
    groupId: text
      .optional()
      .meta({ 'x-label': 'Consumer group', description: 'Default: the name of the stream' }),
    securityProtocol: form.word(['PLAINTEXT', 'SSL', 'SASL_SSL', 'SASL_PLAINTEXT']).default('PLAINTEXT'),
    offsetCommitting: z
      .discriminatedUnion('type', [
        form.member({
          type: z.literal('ExplicitCommit'),
          maxBatch: long(1n).default(1_000).meta({ default: 1_000 }),
          maxInterval: form.duration().default(10_000).meta({ default: '10s' }),
          parallelism: int(1).default(100).meta({ default: 100 }),
          waitForCommitConfirmation: z.boolean().default(true),
        }),
      ])
      .optional(),
    autoOffsetReset: form
      .word(['LATEST', 'EARLIEST', 'NONE'])
      .default('LATEST')
      .meta({
        'x-label': 'Start at',
        description: 'Where a partition without a position starts',
        'x-value-labels': { LATEST: 'New records', EARLIEST: 'The oldest record', NONE: 'Fail instead' },
      }),
    ...kafkaSecurityOf(form),
    endingOffset: long(0n).optional(),
  };
}

export type KafkaSourceDefinition = Running<z.output<ReturnType<typeof kafkaSourceOf>>>;
