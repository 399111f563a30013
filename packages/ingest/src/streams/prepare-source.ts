/** From a definition to its source, by the kind that it names. */
import {
  type BuiltInSourceDefinition,
  type ExtensionSourceDefinition,
  type SourceDefinition,
  sourceDeclarations,
} from '@weir/definitions';
import { messageOf, WeirError } from '@weir/model';
import { sourceKinds } from '@weir/plugins/registry';
import { prepareKinesis, prepareKinesisGroup, prepareSqs } from '../sources/aws/prepare-aws.js';
import { prepareDeltaSharing } from '../sources/delta-sharing/prepare-delta-sharing.js';
import { prepareFramed } from '../sources/framed/prepare-framed.js';
import { prepareKafka } from '../sources/kafka/prepare-kafka.js';
import { prepareNats } from '../sources/nats/prepare-nats.js';
import { preparePostgres } from '../sources/postgres/prepare-postgres.js';
import { prepareEvents, prepareWebSocket } from '../sources/prepare-address.js';
import { prepareFile, prepareStandardInput } from '../sources/prepare-file.js';
import { prepareFileUpload } from '../sources/prepare-upload.js';
import { prepareNumbers } from '../sources/prepare-numbers.js';
import { prepareS3Object } from '../sources/aws/prepare-s3.js';
import { prepareWebhook } from '../sources/prepare-webhook.js';
import { type PreparedSource, type SourceContext, untriable } from '../sources/prepared-source.js';

type Prepare<D> = (source: D, context: SourceContext, stream: string) => Promise<PreparedSource>;
type Type = BuiltInSourceDefinition['type'];

const BUILT_IN: { readonly [T in Type]: Prepare<Extract<BuiltInSourceDefinition, { type: T }>> } = {
  File: prepareFile,
  StdInput: prepareStandardInput,
  NumberIterator: prepareNumbers,
  ServerSentEvent: prepareEvents,
  WebsocketClient: prepareWebSocket,
  Webhook: prepareWebhook,
  WebSocketFileUpload: prepareFileUpload,
  ReactiveStream: prepareFramed,
  NatsJetStream: (source, context, stream) => prepareNats(stream, source, context),
  PostgresChanges: preparePostgres,
  DeltaSharingCdf: prepareDeltaSharing,
  Kafka: (source, context, stream) => prepareKafka(stream, source, context),
  Kinesis: prepareKinesis,
  KinesisKCL: prepareKinesisGroup,
  SQS: prepareSqs,
  S3: prepareS3Object,
};

/**
 * Checks what only the running process knows: may this file be read, this address be reached?
 * @param stream its name.
 * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
 */
export function prepareSource(
  stream: string,
  source: SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const builtIn = (BUILT_IN as Readonly<Record<string, Prepare<SourceDefinition>>>)[source.type];
  return (builtIn ?? prepareExtensionSource)(source, context, stream);
}

async function prepareExtensionSource(
  definition: SourceDefinition,
  { environment, outgoing, files, isTrial = false }: SourceContext,
  stream: string,
): Promise<PreparedSource> {
  const kind = sourceKinds.get(definition.type);
  if (kind === undefined)
    throw new WeirError(
      'ingest.invalid',
      `No extension brings the source ${definition.type}: start with the extension that does`,
    );
  const context = { stream, environment, outgoing, files, isTrial };
  const fields = { ...definition };
  try {
    await kind.check?.(fields, context);
  } catch (cause) {
    if (cause instanceof WeirError) throw cause;
    throw new WeirError('ingest.invalid', `The source ${kind.type} refuses this: ${messageOf(cause)}`, {
      cause,
    });
  }
  const { recordDecoders: decoders } = definition as ExtensionSourceDefinition;
  return { openSource: () => kind.open(fields, context), decoders, headers: null };
}

/** @throws WeirError `ingest.no-dry-run` for kinds that can't be tried. */
export function refuseTrial({ type }: SourceDefinition): void {
  const reason = sourceDeclarations().get(type)?.untriable;
  if (reason !== undefined) throw untriable(reason);
}
