/** Entry for processes that borrow workers of this one: admits only processes that have read the directory. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LendingRecord } from '@weir/cluster';
import { LENDING_VERSION, type LogCopies, type WorkerLender } from '@weir/runtime';
import type { WebSocketUpgrades } from '../sockets/web-socket-upgrades.js';
import { EPOCH_HEADER, KEY_HEADER, OUTDATED, STRANGER, WebWire } from './web-wire.js';

export class LendingDoor {
  /** Latest known epoch of an owner. */
  private epoch = 0;

  constructor(
    private readonly upgrades: WebSocketUpgrades,
    private readonly lender: WorkerLender,
    private readonly workers: number,
    private readonly key: string,
    /** Copies of the graph that this process keeps. Default: the store needs none. */
    private readonly copies?: LogCopies | undefined,
  ) {}

  /** Entry of this process in the directory. */
  get record(): LendingRecord {
    const workers = this.lender.canLend ? this.workers : 0;
    const { shards, hosted } = this.copies ?? {};
    return { workers, key: this.key, version: LENDING_VERSION, copies: shards, hosts: hosted };
  }

  /** Whether this process reaches the store, as far as it has observed. */
  get reachesStore(): boolean {
    return this.lender.reachesStore;
  }

  /** Calls back whenever `record` or `reachesStore` has changed. */
  watch(changed: () => void): void {
    this.lender.watch(changed);
    this.copies?.watch(changed);
  }

  async enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const epoch = request.headers[EPOCH_HEADER];
    if (!this.isKnown(request.headers[KEY_HEADER]) || !this.upgrades.isOffered(request))
      refuse(response, STRANGER);
    else if (epoch !== undefined && Number(epoch) < this.epoch) refuse(response, OUTDATED);
    else {
      if (epoch !== undefined) this.epoch = Number(epoch);
      const socket = await this.upgrades.accept(request, 'works');
      if (socket !== undefined) this.lender.accept(new WebWire(socket));
    }
  }

  /** Reports that the graph has an owner of this epoch: workers lent to earlier ones are dropped. */
  ownedSince(epoch: number): void {
    if (epoch <= this.epoch) return;
    this.epoch = epoch;
    void this.lender.drop();
  }

  /** Drops all lent workers. To the borrowers, this process has disappeared. */
  drop(): Promise<void> {
    return this.lender.drop();
  }

  /** Resolves when the borrowers have returned all workers. */
  returned(): Promise<void> {
    return this.lender.returned();
  }

  private isKnown(given: string | string[] | undefined): boolean {
    if (typeof given !== 'string') return false;
    const [a, b] = [Buffer.from(given), Buffer.from(this.key)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
