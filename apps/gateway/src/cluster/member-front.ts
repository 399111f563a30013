/**
 * The web server of a process that shares its graph with others. One of them works on the graph and answers; the others
 * pass on what they are asked. Between two owners requests wait, and go to the next one.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pause, type Scheduler } from '@weir/model';
import { answerNotReady, LIVENESS, READINESS, type WebServer } from '../http/web-server.js';
import { Forwarder, hopsOf } from './forwarder.js';
import type { LendingDoor } from './lending-door.js';
import { LENDING_PATH } from './web-wire.js';

/** Who answers: the application of this process, or the address of another one. `undefined`: nobody as yet. */
export type Route = RequestListener | string | undefined;

interface MemberFrontOptions {
  readonly name: string;
  /** PEM: whom certificates of the others are from. Default: whom Node trusts. */
  readonly trusted?: Buffer | undefined;
  readonly scheduler: Scheduler;
  /** Where others come in that take workers of this process. */
  readonly door: LendingDoor;
}

const NOBODY_YET = 'No process owns the graph yet';
const UNSURE = 'The directory has not responded for the time of a lease: another process may own the graph';

/** So long a request waits for somebody who works on the graph. */
const WAIT_MILLIS = 10_000;
const AGAIN_MILLIS = 100;
/** Members that a request has come by. While the graph moves it may come back to where it was. */
const MOST_HOPS = 4;

export class MemberFront {
  private route: Route;
  /** Nobody else can work on the graph as long as this is so. */
  private isSure = (): boolean => true;
  /** What is said to who asks whether somebody answers, when nobody does. */
  private why = NOBODY_YET;
  /** Where requests were passed on to last. */
  private there = '';
  private readonly waiting = new Set<() => void>();
  /** Of this process' own graph: how they are cut off, and when they are over. */
  private readonly answering = new Map<() => void, Promise<void>>();
  /** Requests that wait for somebody, or for the beginning of an answer. */
  private unanswered = 0;
  private readonly forwarder: Forwarder;
  private readonly scheduler: Scheduler;
  private readonly door: LendingDoor;

  constructor(
    readonly web: WebServer,
    { name, trusted, scheduler, door }: MemberFrontOptions,
  ) {
    this.scheduler = scheduler;
    this.door = door;
    this.forwarder = new Forwarder(web.upgrades, name, trusted);
    web.serve((request, response) => void this.handle(request, response));
  }

  /** This process' own graph answers, as long as `isSure` says that nobody else can. */
  answerWith(app: RequestListener, isSure: () => boolean): void {
    this.isSure = isSure;
    this.turnTo(app);
  }

  /** @param why nobody answers. */
  turnTo(route: Route, why = NOBODY_YET): void {
    if (route === undefined) this.why = why;
    if (route === this.route) return;
    this.route = route;
    if (route === undefined) return;
    if (typeof route === 'string') this.there = route;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Who answered last is gone, or stands still: what was passed on to it is cut off, and nobody answers as yet. */
  lose(): void {
    this.turnTo(undefined);
    this.forwarder.cut(this.there);
  }

  /** Waits for answers of this process' own graph, and cuts off what is left after `graceMillis`, WebSockets too. */
  async drain(graceMillis: number): Promise<void> {
    if (typeof this.route === 'function') this.turnTo(undefined);
    const over = new AbortController();
    const answered = Promise.all(this.answering.values()).then(() => over.abort());
    await Promise.race([answered, pause(this.scheduler, graceMillis, over.signal)]);
    for (const cut of this.answering.keys()) cut();
  }

  /**
   * Resolves when every request that came here is being answered by whoever works on the graph; at the latest after the
   * time that one may wait for that.
   */
  async settled(): Promise<void> {
    for (let waited = 0; this.unanswered > 0 && waited < WAIT_MILLIS; waited += AGAIN_MILLIS)
      await pause(this.scheduler, AGAIN_MILLIS);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (LIVENESS.has(request.url ?? '')) return answerNotReady(request, response);
    if (request.url === LENDING_PATH) return this.door.enter(request, response);
    const hops = hopsOf(request);
    let hasLooked = false;
    const over = new AbortController();
    const cancel = this.scheduler.after(WAIT_MILLIS, () => over.abort());
    this.unanswered++;
    response.once('close', () => over.abort());
    try {
      while (!over.signal.aborted) {
        const { route } = this;
        const isOwn = typeof route === 'function';
        if (isOwn && this.isSure()) return this.answer(route, request, response);
        if ((isOwn || route === undefined) && READINESS.has(request.url ?? ''))
          return answerNotReady(request, response, isOwn ? UNSURE : this.why);
        // It stood still, or is cut off. Either it is sure again, or it soon knows that it has lost its place.
        if (isOwn) await pause(this.scheduler, AGAIN_MILLIS, over.signal);
        else if (route === undefined || hops > MOST_HOPS) await this.change(over.signal);
        else if (hops > 0 && !hasLooked) {
          // Whoever passed it on may know more than this process, which hears of it soon.
          hasLooked = true;
          await pause(this.scheduler, AGAIN_MILLIS, over.signal);
        } else if (await this.forwarder.forward(route, request, response)) return;
        else await pause(this.scheduler, AGAIN_MILLIS, over.signal);
      }
    } finally {
      this.unanswered--;
      cancel();
    }
    if (!response.destroyed)
      answerNotReady(request, response, this.route === undefined ? this.why : undefined);
  }

  private answer(app: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    // A connection that becomes a WebSocket outlives its response.
    const lasting = this.web.upgrades.isOffered(request) ? request.socket : response;
    const cut = (): void => void lasting.destroy();
    const over = new Promise<void>(resolve => void lasting.once('close', resolve));
    this.answering.set(cut, over);
    void over.then(() => this.answering.delete(cut));
    this.cutWhenUnsure(response);
    app(request, response);
  }

  /** What was read before this process stood still is not told after it. */
  private cutWhenUnsure(response: ServerResponse): void {
    const { isSure } = this;
    const begin = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
    response.writeHead = (...given: unknown[]): never => {
      if (!isSure()) response.destroy();
      return begin(...given) as never;
    };
  }

  private change(over: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        this.waiting.delete(wake);
        over.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      over.addEventListener('abort', wake);
    });
  }
}
