/**
 * The web server of a process that shares its graph. One member owns the graph and answers; the others forward their
 * requests to it. Between two owners requests wait for the next one.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pause, type Scheduler } from '@weir/platform';
import { answerNotReady, LIVENESS, READINESS, type WebServer } from '../http/web-server.js';
import { Forwarder, hopsOf } from './forwarder.js';
import type { LendingDoor } from './lending-door.js';
import { LENDING_PATH } from './web-wire.js';

/** The application of this process, or the address of another member. `undefined`: the graph has no owner yet. */
export type Route = RequestListener | string | undefined;

interface MemberFrontOptions {
  readonly name: string;
  /**
   * PEM certificates of the authorities that must have issued the other members' certificates. Default: Node's trusted
   * authorities.
   */
  readonly trusted?: Buffer | undefined;
  readonly scheduler: Scheduler;
  /** Entry for processes that borrow workers of this one. */
  readonly door: LendingDoor;
}

const NOBODY_YET = 'No process owns the graph yet';
const UNSURE = 'The directory has not responded for the time of a lease: another process may own the graph';

/** Maximum time that a request waits for an owner of the graph. */
const WAIT_MILLIS = 10_000;
const AGAIN_MILLIS = 100;
/**
 * Maximum number of members that a request has passed. While the graph moves, a request may return to a member that it
 * has passed.
 */
const MOST_HOPS = 4;

export class MemberFront {
  private route: Route;
  /** While true, no other member can own the graph. */
  private isSure = (): boolean => true;
  /** Readiness response while no member owns the graph. */
  private why = NOBODY_YET;
  /** Address that requests were last forwarded to. */
  private there = '';
  private readonly waiting = new Set<() => void>();
  /** Requests that this process answers: how to close them, and when they are complete. */
  private readonly answering = new Map<() => void, Promise<void>>();
  /** Number of requests that wait for an owner or for the start of a response. */
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

  /** Makes this process answer while `isSure` guarantees that no other member can. */
  answerWith(app: RequestListener, isSure: () => boolean): void {
    this.isSure = isSure;
    this.turnTo(app);
  }

  /** @param why reason why no member answers. */
  turnTo(route: Route, why = NOBODY_YET): void {
    if (route === undefined) this.why = why;
    if (route === this.route) return;
    this.route = route;
    if (route === undefined) return;
    if (typeof route === 'string') this.there = route;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** The last owner has disappeared or stalled: closes the requests forwarded to it, and waits for another owner. */
  lose(): void {
    this.turnTo(undefined);
    this.forwarder.cut(this.there);
  }

  /** Waits for responses of this process, and closes the remaining ones after `graceMillis`, including WebSockets. */
  async drain(graceMillis: number): Promise<void> {
    if (typeof this.route === 'function') this.turnTo(undefined);
    const over = new AbortController();
    const answered = Promise.all(this.answering.values()).then(() => over.abort());
    await Promise.race([answered, pause(this.scheduler, graceMillis, over.signal)]);
    this.cutAnswers();
  }

  /** Closes the requests that this process answers, including WebSockets. Clients ask again, and wait or go elsewhere. */
  cutAnswers(): void {
    for (const cut of this.answering.keys()) cut();
  }

  /**
   * Resolves when the owner of the graph is answering every request of this process, at the latest after the maximum
   * waiting time.
   */
  async settled(): Promise<void> {
    for (let waited = 0; this.unanswered > 0 && waited < WAIT_MILLIS; waited += AGAIN_MILLIS)
      await pause(this.scheduler, AGAIN_MILLIS);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (LIVENESS.has(request.url ?? '')) return answerNotReady(request, response);
    if (request.url === LENDING_PATH) return this.door.enter(request, response);
    const hops = hopsOf(request);
    let hasRefreshed = false;
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
        // This process stalled or lost its connection. It will soon be sure again, or learn that it lost its
        // membership.
        if (isOwn) await pause(this.scheduler, AGAIN_MILLIS, over.signal);
        else if (route === undefined || hops > MOST_HOPS) await this.change(over.signal);
        else if (hops > 0 && !hasRefreshed) {
          // The member that forwarded the request may know more than this process, which will soon be updated.
          hasRefreshed = true;
          await pause(this.scheduler, AGAIN_MILLIS, over.signal);
        } else if (await this.forwarder.forward(route, request, response)) return;
        else await pause(this.scheduler, AGAIN_MILLIS, over.signal);
      }
    } finally {
      this.unanswered--;
      cancel();
    }
    if (response.destroyed) return;
    if (typeof this.route === 'function') answerNotReady(request, response, UNSURE);
    else answerNotReady(request, response, this.route === undefined ? this.why : undefined);
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

  /** Discards a response if this process has stalled since it read the result. */
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
