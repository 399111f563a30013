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
        .meta({ description: 'Of this machine, where clients connect' }),
      port: tcpPort,
      format,
    })
    .meta({
      description:
        'One message per result over TCP to each client that is connected, behind its length in four bytes; without ' +
        'a client results are dropped, and counted',
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
    .meta({ description: 'One message per record to each client that is connected to this port' });
}

export type FramedDestination = z.output<ReturnType<typeof framedResultsOf>>;
export type FramedDeadLetters = z.output<ReturnType<typeof framedDeadLettersOf>>;
