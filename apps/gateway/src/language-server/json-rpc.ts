/**
 * JSON-RPC 2.0 on the side that answers: messages are taken one after the other, each request gets one answer. A library
 * for it would queue whatever comes; here whoever brings a message knows when it was answered, and can wait with the next.
 */
import { WeirError, type Logger } from '@weir/model';
import { z } from 'zod';

export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  notInitialized: -32002,
  cancelled: -32800,
} as const;

/** Is told to the client as the answer. */
export class RpcError extends Error {
  constructor(
    readonly reason: keyof typeof RPC_ERROR,
    message: string,
  ) {
    super(message);
  }
}

type Id = string | number | null;
export interface RpcMessage {
  readonly method: string;
  readonly params: unknown;
  /** A notification gets no answer. */
  readonly isNotification: boolean;
}

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});
const cancelSchema = z.object({ id: z.union([z.string(), z.number()]) });

export class JsonRpc {
  private turn: Promise<void> = Promise.resolve();
  /** Requests that are not answered yet: whether they are called off. */
  private readonly waiting = new Map<Id, { isCancelled: boolean }>();
  private hasEnded = false;

  /** @param handle gives the result, or rejects with what is told: `RpcError`, else an internal error. */
  constructor(
    private readonly send: (text: string) => Promise<void>,
    private readonly handle: (message: RpcMessage) => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the message is answered; never rejects. */
  hear(text: string | undefined): Promise<void> {
    const message = parsed(text);
    if (message === undefined)
      return this.inTurn(() => this.fail(null, new RpcError('parse', 'The message is not valid JSON')));
    const request = messageSchema.safeParse(message);
    if (!request.success) {
      // Nothing was asked for, so this answers nothing.
      if (isAnswer(message)) return this.turn;
      return this.inTurn(() =>
        this.fail(null, new RpcError('invalidRequest', 'The message is not a request')),
      );
    }
    const { id, method, params } = request.data;
    if (method === '$/cancelRequest') {
      const cancelled = cancelSchema.safeParse(params);
      const waiting = cancelled.success ? this.waiting.get(cancelled.data.id) : undefined;
      if (waiting !== undefined) waiting.isCancelled = true;
      return this.turn;
    }
    if (id === undefined) return this.inTurn(() => this.notified({ method, params, isNotification: true }));
    const state = { isCancelled: false };
    this.waiting.set(id, state);
    return this.inTurn(() => this.answer(id, { method, params, isNotification: false }, state));
  }

  /** Nothing more is done or told. */
  end(): void {
    this.hasEnded = true;
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    return (this.turn = this.turn.then(() => (this.hasEnded ? undefined : action())));
  }

  private async notified(message: RpcMessage): Promise<void> {
    try {
      await this.handle(message);
    } catch (thrown) {
      this.logUnexpected(thrown, message);
    }
  }

  private async answer(id: Id, message: RpcMessage, state: { isCancelled: boolean }): Promise<void> {
    try {
      if (state.isCancelled) throw new RpcError('cancelled', 'The request was cancelled');
      const result = (await this.handle(message)) ?? null;
      await this.tell({ id, result });
    } catch (thrown) {
      this.logUnexpected(thrown, message);
      await this.fail(id, thrown);
    } finally {
      this.waiting.delete(id);
    }
  }

  private fail(id: Id, thrown: unknown): Promise<void> {
    const error =
      thrown instanceof RpcError
        ? { code: RPC_ERROR[thrown.reason], message: thrown.message }
        : { code: RPC_ERROR.internal, message: WeirError.from(thrown).message };
    return this.tell({ id, error });
  }

  private logUnexpected(thrown: unknown, { method }: RpcMessage): void {
    if (thrown instanceof RpcError) return;
    const { code, message } = WeirError.from(thrown);
    this.logger.log('error', `${method} of the language server failed: ${message}`, { code });
  }

  private async tell(answer: object): Promise<void> {
    if (!this.hasEnded) await this.send(JSON.stringify({ jsonrpc: '2.0', ...answer }));
  }
}

function isAnswer(message: unknown): boolean {
  return typeof message === 'object' && message !== null && ('result' in message || 'error' in message);
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
