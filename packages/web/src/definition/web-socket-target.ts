/** Connection settings of a WebSocket that Weir opens, for results and dead letters. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { keyed } from '@weir/formats/forms';

export function webSocketTargetOf(form: Form) {
  return {
    url: z
      .string()
      .meta({ description: 'A ws or wss address; passwords and tokens in it never come back out' }),
    headers: keyed(z.string())
      .default({})
      .meta({ description: 'Of the handshake; their values are secrets and never come back out' }),
    acknowledgement: form
      .word(['PONG', 'MESSAGE'])
      .default('PONG')
      .meta({
        default: 'PONG',
        description:
          'What says that messages have arrived. PONG: the answer to a ping behind them; MESSAGE: one message, whatever ' +
          'it says, for each, in their order',
      }),
  };
}

const anyTarget = (form: Form) => z.object(webSocketTargetOf(form));
export type WebSocketTarget = z.output<ReturnType<typeof anyTarget>>;
