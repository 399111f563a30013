/** A service with scripted responses, and an environment in which time passes immediately. */
import type { ClientEnvironment } from '@weir/client';

export type Answer = (request: Request) => Response | Promise<Response>;

export class ScriptedService implements ClientEnvironment {
  readonly requests: Request[] = [];
  /** Delays that elapsed, in milliseconds, in order; without time limits that were not reached. */
  readonly pauses: number[] = [];
  /** Milliseconds: longer delays never end. */
  longestPause = 50_000;

  constructor(private readonly answer: Answer) {}

  readonly fetch = async (request: Request): Promise<Response> => {
    this.requests.push(request);
    request.signal.throwIfAborted();
    const response = await this.answer(request);
    return response.body === null
      ? response
      : new Response(untilAborted(response.body, request.signal), response);
  };
  readonly random = (): number => 1 - Number.EPSILON;
  readonly after = (millis: number, action: () => void): (() => void) => {
    if (millis > this.longestPause) return () => undefined;
    const turn = setImmediate(() => {
      this.pauses.push(millis);
      action();
    });
    return () => clearImmediate(turn);
  };
}

/** Like any fetched response: aborting ends the body with the signal's reason. */
function untilAborted(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const stop = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return body.pipeThrough(stop);
}

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** @param pieces chunks of the body, one for each read. @param end how it ends after them. */
export function streamed(
  pieces: readonly string[],
  end: 'done' | 'broken' | 'open',
  type = 'text/event-stream',
): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (end === 'done') controller.close();
        else if (end === 'broken') controller.error(new TypeError('terminated'));
        // The body stays open without further data.
        else return new Promise(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': type } });
}
