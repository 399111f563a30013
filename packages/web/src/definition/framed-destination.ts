/** Version 2 definition of TCP clients as destinations. */
import { z } from 'zod';
import { type DestinationForms, tcpPort } from '@weir/formats/forms';

export function framedResultsOf({ form, resultFormat: format }: DestinationForms) {
  return form
    .member({
      type: z.literal('ReactiveStream'),
      address: z
        .string()
        .min(1)
        .default('localhost')
        .meta({ description: 'Address of this machine to which clients connect' }),
      port: tcpPort,
      format,
    })
    .meta({
      description:
        'Sends one message per result over TCP to each connected client, after its length in four bytes. Without ' +
        'a client, results are dropped and counted',
    });
}

export function framedDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('ReactiveStream'),
      port: tcpPort,
      address: z.string().min(1).default('localhost'),
      outputFormat,
    })
    .meta({ description: 'Sends one message per record to each client that is connected to this port' });
}
