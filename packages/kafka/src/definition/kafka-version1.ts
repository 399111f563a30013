/** Version 1 definition of the Kafka source. Fields are in output order. */
import { z } from 'zod';
import { int, keyed, long } from '@weir/formats/forms';
import type { SourceVersion1, StreamV1 } from '@weir/formats/kinds';
import {
  decodersOfVersion1,
  DEFAULT_JSON_FORMAT,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  streamedFormat,
  streamingFormatOfVersion1,
  version1Decoders,
  version1StreamingFormat,
} from '@weir/formats/version1';
import { kafkaSecurityOf, type KafkaSourceDefinition } from './kafka-source.js';
import { LENIENT } from '@weir/plugins/form';

const text = z.string().min(1);
const { kafkaProperties: _, ...secrets } = kafkaSecurityOf(LENIENT);

const kafkaIngest = z
  .object({
    type: z.literal('KafkaIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    topics: z
      .union([z.array(text), keyed(z.array(int(0)))])
      .meta({ description: 'Names of the topics, or an object with the partitions of each' }),
    parallelism,
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
    maximumPerSecond,
    recordDecoders,
    ...secrets,
  })
  .meta({ id: 'KafkaIngest', description: 'Values of the records of Kafka topics' });

type KafkaIngest = z.output<typeof kafkaIngest>;

export const kafkaVersion1: SourceVersion1<typeof kafkaIngest, KafkaSourceDefinition> = {
  type: 'KafkaIngest',
  schema: kafkaIngest,
  variables: ['bootstrapServers'],
  toVersion2,
  fromVersion2,
};

function toVersion2(v1: KafkaIngest): KafkaSourceDefinition {
  const { offsetCommitting, autoOffsetReset, topics, bootstrapServers, groupId, securityProtocol } = v1;
  const { kafkaProperties, endingOffset } = v1;
  return {
    type: 'Kafka',
    format: streamingFormatOfVersion1(v1.format),
    topics,
    bootstrapServers,
    ...(groupId === undefined ? {} : { groupId }),
    securityProtocol,
    ...(offsetCommitting === undefined ? {} : { offsetCommitting: committing(offsetCommitting) }),
    autoOffsetReset: autoOffsetReset.toUpperCase() as KafkaSourceDefinition['autoOffsetReset'],
    ...secretsOf(v1),
    kafkaProperties,
    ...(endingOffset === undefined ? {} : { endingOffset }),
    recordDecoders: decodersOfVersion1(v1.recordDecoders),
  };
}

function committing({
  maxIntervalMillis: maxInterval,
  ...others
}: NonNullable<KafkaIngest['offsetCommitting']>) {
  return { ...others, maxInterval };
}

type Secrets = Pick<
  KafkaSourceDefinition,
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

/** Absent secrets are `null`. */
function fromVersion2(source: KafkaSourceDefinition, stream: StreamV1): KafkaIngest {
  const { offsetCommitting, autoOffsetReset } = source;
  const absent = null as unknown as undefined;
  return {
    type: 'KafkaIngest',
    format: version1StreamingFormat(source.format, stream),
    topics: source.topics,
    parallelism: stream.parallelism,
    bootstrapServers: source.bootstrapServers,
    groupId: source.groupId,
    securityProtocol: source.securityProtocol,
    offsetCommitting: offsetCommitting && shownCommitting(offsetCommitting),
    autoOffsetReset: autoOffsetReset.toLowerCase() as KafkaIngest['autoOffsetReset'],
    kafkaProperties: source.kafkaProperties,
    endingOffset: source.endingOffset,
    maximumPerSecond: stream.maximumPerSecond,
    recordDecoders: version1Decoders(source.recordDecoders),
    sslKeystorePassword: source.sslKeystorePassword ?? absent,
    sslTruststorePassword: source.sslTruststorePassword ?? absent,
    sslKeyPassword: source.sslKeyPassword ?? absent,
    saslJaasConfig: source.saslJaasConfig ?? absent,
  };
}

function shownCommitting({ maxInterval, ...others }: NonNullable<KafkaSourceDefinition['offsetCommitting']>) {
  const { type, maxBatch, parallelism, waitForCommitConfirmation } = others;
  return { type, maxBatch, maxIntervalMillis: maxInterval, parallelism, waitForCommitConfirmation };
}
