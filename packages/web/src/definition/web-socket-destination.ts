/** Version 2 definition of WebSocket receivers as destinations. */
import { z } from 'zod';
import { webSocketTargetOf } from './web-socket-target.js';
import type { DestinationForms } from '@weir/formats/forms';

export function webSocketResultsOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('WebSocket'), ...webSocketTargetOf(form) })
    .meta({ description: 'Sends one message per result, and reconnects when the connection ends' });
}

export function webSocketDeadLettersOf({ form, envelopeFormat: outputFormat }: DestinationForms) {
  return form
    .member({ type: z.literal('WebSocket'), ...webSocketTargetOf(form), outputFormat })
    .meta({ description: 'Sends one message per record, and reconnects when the connection ends' });
}

export type WebSocketDestination = z.output<ReturnType<typeof webSocketResultsOf>>;
