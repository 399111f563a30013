/** Version 2 definition of messages over TCP as a source. */
import { z } from 'zod';
import { type Running, type SourceForms, tcpPort } from '@weir/formats/forms';

const text = z.string().min(1);

export function framedSourceOf({ form, streamingFormat: format }: SourceForms) {
  return form
    .member({
      type: z.literal('ReactiveStream'),
      format,
      url: text.meta({ example: 'localhost', description: 'Host to connect to' }),
      port: tcpPort,
    })
    .meta({
      'x-label': 'TCP messages',
      description: 'Messages over TCP, each after its length in four bytes, big-endian; at most 10 MiB',
    });
}

export type ReactiveStreamDefinition = Running<z.output<ReturnType<typeof framedSourceOf>>>;
