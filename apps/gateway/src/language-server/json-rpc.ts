/**
 * The server side of JSON-RPC 2.0. Messages are handled one after the other; each request gets one response. A library
 * would queue all incoming messages; here the caller knows when a message was answered and can delay the next.
 */
import { WeirError, type Logger } from '@weir/platform';
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

/** Sent to the client as the response. */
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
  /** A notification gets no response. */
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
  /** Requests without a response yet, and whether they were canceled. */
  private readonly waiting = new Map<Id, { isCancelled: boolean }>();
  private hasEnded = false;

  /** @param handle returns the result, or rejects with the error to send: `RpcError`, else an internal error. */
  constructor(
    private readonly send: (text: string) => Promise<void>,
    private readonly handle: (message: RpcMessage) => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the message has been answered; never rejects. */
  receive(text: string | undefined): Promise<void> {
    const message = parsed(text);
    if (message === undefined)
      return this.inTurn(() => this.fail(null, new RpcError('parse', 'The message is not valid JSON')));
    const request = messageSchema.safeParse(message);
    if (!request.success) {
      // This message is a response, and requests nothing.
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

  /** Stops handling and sending messages. */
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
      await this.sendMessage({ id, result });
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
    return this.sendMessage({ id, error });
  }

  private logUnexpected(thrown: unknown, { method }: RpcMessage): void {
    if (thrown instanceof RpcError) return;
    const { code, message } = WeirError.from(thrown);
    this.logger.log('error', `${method} of the language server failed: ${message}`, { code });
  }

  private async sendMessage(answer: object): Promise<void> {
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
