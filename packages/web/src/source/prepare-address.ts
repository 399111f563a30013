/** Creates sources that are defined by an address. */
import type { IngestSource } from '@weir/plugins';
import type { EventSourceDefinition } from '../definition/event-source.js';
import { RECONNECT_DEFAULTS, type WebSocketSourceDefinition } from '../definition/web-socket-source.js';
import { checkUrl } from '@weir/formats/http';
import { plainSource, type PreparedSource, type SourceContext } from '@weir/formats/kinds';
import { ServerSentEventsSource } from './server-sent-events-source.js';
import { checkEncoding, isUtf8Name, textDecoder } from '@weir/formats/cutting';
import { WebSocketSource } from './web-socket-source.js';

/** @throws WeirError `ingest.invalid`. */
export async function prepareEvents(
  { url, recordDecoders }: EventSourceDefinition,
  { environment: { scheduler, logger }, outgoing }: SourceContext,
): Promise<PreparedSource> {
  await checkUrl(url, ['http:', 'https:'], outgoing);
  const openSource = (): IngestSource => new ServerSentEventsSource({ url, scheduler, logger, outgoing });
  return { openSource, decoders: recordDecoders, headers: null };
}

/** @throws WeirError `ingest.invalid`. */
export async function prepareWebSocket(
  source: WebSocketSourceDefinition,
  { environment: { scheduler, logger }, outgoing }: SourceContext,
): Promise<PreparedSource> {
  const { url, initMessages, keepAlive, characterEncoding, format } = source;
  const reconnect = source.reconnect === true ? RECONNECT_DEFAULTS : source.reconnect || undefined;
  await checkUrl(url, ['ws:', 'wss:'], outgoing);
  checkEncoding(characterEncoding);
  const isText = format.type === 'Json' && !isUtf8Name(characterEncoding);
  const decode = isText ? textDecoder(characterEncoding) : undefined;
  const options = { url, initMessages, keepAlive, reconnect, decode, scheduler, logger, outgoing };
  return plainSource(() => new WebSocketSource(options));
}
