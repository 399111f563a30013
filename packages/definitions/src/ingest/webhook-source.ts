/** Records that others push, one by one or as files, as version 2 says it. */
import { z } from 'zod';
import type { SourceForms } from './source-forms.js';

export function webhookSourceOf({ form, fileFormat, streamingFormat }: SourceForms) {
  const [line, jsonLines, json, csv] = fileFormat.options;
  const [, raw, drop, protobuf, avro] = streamingFormat.options;
  return form
    .member({
      type: z.literal('Webhook'),
      format: z
        .discriminatedUnion('type', [line, jsonLines, json, csv, raw, drop, protobuf, avro])
        .meta({ description: 'Bodies of Raw, Drop, Protobuf and Avro are one record each' }),
    })
    .meta({ description: 'Records that are pushed over HTTP' });
}

export function fileUploadSourceOf({ form, fileFormat }: SourceForms) {
  return form
    .member({ type: z.literal('WebSocketFileUpload'), format: fileFormat })
    .meta({ description: 'Records of files that clients send over WebSockets' });
}
