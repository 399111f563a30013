/** Version 1 definition of the Kafka source. Fields are in output order. */
import { z } from 'zod';
import { int, keyed, long } from '@weir/formats/forms';
import { kafkaSecurityOf, type KafkaSourceDefinition } from './kafka-source.js';
import { LENIENT } from '@weir/plugins/form';

const text = z.string().min(1);
const { kafkaProperties: _, ...secrets } = kafkaSecurityOf(LENIENT);

/** Fields between the format and the fields that all sources have. */
export const kafkaTopics = {
  topics: z
    .union([z.array(text), keyed(z.array(int(0)))])
    .meta({ description: 'Names of the topics, or an object with the partitions of each' }),
};

export const kafkaFields = {
  bootstrapServers: text.meta({ example: 'localhost:9092' }),
  groupId: text.optional().meta({ description: 'Default: the name of the stream' }),
  securityProtocol: z.enum(['PLAINTEXT', 'SSL', 'SASL_SSL', 'SASL_PLAINTEXT']).default('PLAINTEXT'),
  offsetCommitting: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('ExplicitCommit'),
        maxBatch: long(1n).default(1_000).meta({ default: 1_000 }),
        maxIntervalMillis: int(1).default(10_000).meta({ default: 10_000 }),
        parallelism: int(1).default(100).meta({ default: 100 }),
        waitForCommitConfirmation: z.boolean().default(true),
      }),
    ])
    .optional()
    .meta({ description: 'When offsets are committed. Default: never' }),
  autoOffsetReset: z.enum(['latest', 'earliest', 'none']).default('latest'),
  kafkaProperties: keyed(z.string())
    .default({})
    .meta({ description: 'Properties of the Java client that have an equivalent here' }),
  endingOffset: long(0n).optional().meta({ description: 'Last offset to read in each partition' }),
};

export const kafkaSecrets = secrets;

export interface KafkaFieldsV1 extends Omit<
  z.output<z.ZodObject<typeof kafkaFields & typeof kafkaTopics & typeof kafkaSecrets>>,
  never
> {}

type KafkaFields = Omit<KafkaSourceDefinition, 'type' | 'format' | 'recordDecoders'>;

export function kafkaOfVersion1(v1: KafkaFieldsV1): KafkaFields {
  const { offsetCommitting, autoOffsetReset, topics, bootstrapServers, groupId, securityProtocol } = v1;
  const { kafkaProperties, endingOffset } = v1;
  return {
    topics,
    bootstrapServers,
    ...(groupId === undefined ? {} : { groupId }),
    securityProtocol,
    ...(offsetCommitting === undefined ? {} : { offsetCommitting: committing(offsetCommitting) }),
    autoOffsetReset: autoOffsetReset.toUpperCase() as KafkaFields['autoOffsetReset'],
    ...secretsOf(v1),
    kafkaProperties,
    ...(endingOffset === undefined ? {} : { endingOffset }),
  };
}

function committing({
  maxIntervalMillis: maxInterval,
  ...others
}: NonNullable<KafkaFieldsV1['offsetCommitting']>) {
  return { ...others, maxInterval };
}

type Secrets = Pick<
  KafkaFields,
  'sslKeystorePassword' | 'sslTruststorePassword' | 'sslKeyPassword' | 'saslJaasConfig'
>;

function secretsOf({
  sslKeystorePassword,
  sslTruststorePassword,
  sslKeyPassword,
  saslJaasConfig,
}: Secrets): Secrets {
  return {
    ...(sslKeystorePassword === undefined ? {} : { sslKeystorePassword }),
    ...(sslTruststorePassword === undefined ? {} : { sslTruststorePassword }),
    ...(sslKeyPassword === undefined ? {} : { sslKeyPassword }),
    ...(saslJaasConfig === undefined ? {} : { saslJaasConfig }),
  };
}

/** Returns two parts, because other fields are between them. Absent secrets are `null`. */
export function version1Kafka(source: KafkaSourceDefinition) {
  const { offsetCommitting, autoOffsetReset } = source;
  const first = {
    bootstrapServers: source.bootstrapServers,
    groupId: source.groupId,
    securityProtocol: source.securityProtocol,
    offsetCommitting: offsetCommitting && shownCommitting(offsetCommitting),
    autoOffsetReset: autoOffsetReset.toLowerCase() as KafkaFieldsV1['autoOffsetReset'],
    kafkaProperties: source.kafkaProperties,
    endingOffset: source.endingOffset,
  };
  const absent = null as unknown as undefined;
  const last = {
    sslKeystorePassword: source.sslKeystorePassword ?? absent,
    sslTruststorePassword: source.sslTruststorePassword ?? absent,
    sslKeyPassword: source.sslKeyPassword ?? absent,
    saslJaasConfig: source.saslJaasConfig ?? absent,
  };
  return { first, last };
}

function shownCommitting({ maxInterval, ...others }: NonNullable<KafkaSourceDefinition['offsetCommitting']>) {
  const { type, maxBatch, parallelism, waitForCommitConfirmation } = others;
  return { type, maxBatch, maxIntervalMillis: maxInterval, parallelism, waitForCommitConfirmation };
}
