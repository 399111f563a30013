/** Connection settings of a WebSocket that Weir opens, for results and dead letters. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { keyed } from '@weir/formats/forms';

export function webSocketTargetOf(form: Form) {
  return {
    url: z
      .string()
      .meta({ description: 'ws or wss URL; passwords and tokens in it are masked in responses' }),
    headers: keyed(z.string()).default({}).meta({
      description: 'Headers of the handshake; their values are secrets and are masked in responses',
    }),
    acknowledgement: form
      .word(['PONG', 'MESSAGE'])
      .default('PONG')
      .meta({
        default: 'PONG',
        description:
          'Signal that messages have arrived. PONG: the pong for a ping after them; MESSAGE: one message of any content ' +
          'for each, in order',
      }),
  };
}

const anyTarget = (form: Form) => z.object(webSocketTargetOf(form));
export type WebSocketTarget = z.output<ReturnType<typeof anyTarget>>;
