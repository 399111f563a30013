/**
 * Notices that the owner of the graph has ended, before its lease does: it keeps one idle TCP connection to the owner's
 * address. If that closes, and new ones are refused twice, nothing listens there any more. Timeouts, resets and
 * failures of name resolution may be the network's, so they prove nothing.
 */
import { connect, type Socket } from 'node:net';
import type { Environment } from '@weir/platform';

/** Delay between the first refused connection and the next one. */
const AGAIN_MILLIS = 50;
/** Minimum time between two connections, otherwise. The server closes idle ones occasionally. */
const RECONNECT_MILLIS = 100;
/** Delay after a failure that proves nothing. */
const UNKNOWN_MILLIS = 1_000;
const REFUSALS = 2;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export class OwnerProbe {
  private owner = '';
  private address = '';
  private socket: Socket | undefined = undefined;
  private cancel = (): void => undefined;
  /** An address that was always refused may be wrong. */
  private wasReached = false;
  private refusals = 0;

  /** @param suspected called with the id of the owner, repeatedly while connections are refused. */
  constructor(
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
    private readonly suspected: (owner: string) => void,
  ) {}

  /** @param address URL of its web server. */
  watch(owner: string, address: string): void {
    if (owner === this.owner && address === this.address) return;
    this.stop();
    [this.owner, this.address] = [owner, address];
    [this.wasReached, this.refusals] = [false, 0];
    this.connect();
  }

  stop(): void {
    [this.owner, this.address] = ['', ''];
    this.cancel();
    this.socket?.destroy();
    this.socket = undefined;
  }

  private connect(): void {
    const { protocol, hostname, port } = new URL(this.address);
    const host = hostname.replace(/^\[|\]$/g, '');
    const { clock } = this.environment;
    const start = clock.now();
    const socket = connect({ host, port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port) });
    this.socket = socket;
    let isConnected = false;
    let isRefused = false;
    socket.once('connect', () => {
      isConnected = true;
      [this.wasReached, this.refusals] = [true, 0];
    });
    socket.on('error', error => (isRefused = isRefusal(error)));
    socket.resume();
    socket.once('close', () => {
      if (socket !== this.socket) return;
      if (isConnected) this.later(Math.max(0, RECONNECT_MILLIS - (clock.now() - start)));
      else if (isRefused) this.refused();
      else {
        this.refusals = 0;
        this.later(UNKNOWN_MILLIS);
      }
    });
  }

  private refused(): void {
    this.refusals++;
    // Before the callback, which may watch another owner.
    this.later(this.refusals < REFUSALS ? AGAIN_MILLIS : RECONNECT_MILLIS);
    if (this.refusals >= REFUSALS && this.wasReached) this.suspected(this.owner);
  }

  private later(millis: number): void {
    this.cancel = this.environment.scheduler.after(millis, () => this.connect());
  }
}

/** With several addresses of one name, all must refuse. */
function isRefusal(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every((each: Error) => isRefusal(each));
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}
