/** The server side of one client's conversation: one reply to each message, in order. */
import { mapGet, type ValueMap } from '@weir/model';
import { type Environment, WeirError } from '@weir/platform';
import type { BoltDoor, BoltUser } from '../contract.js';
import type { ClientMessage, WorkOptions } from './client-message.js';
import { textIn } from './client-message.js';
import { failureOf, ProtocolError, STATUS, StatusError } from './failure.js';
import type { BoltVersion } from './handshake.js';
import type { Replies } from './replies.js';
import { Work } from './work.js';

/** The name of the graph for clients, which name databases. `system` is where tools run administration commands. */
const DATABASE = 'neo4j';
const DATABASES: ReadonlySet<string> = new Set([DATABASE, 'system']);
/** Every read sees all acknowledged writes, so that there is nothing to wait for. */
const BOOKMARK = 'weir:now';
/** Seconds for which clients keep the answer to ROUTE. */
const ROUTE_SECONDS = 300;
const ROUTE_ROLES = ['WRITE', 'READ', 'ROUTE'] as const;

export interface ConversationOptions {
  readonly version: BoltVersion;
  readonly door: BoltDoor;
  /** Name and version of the server for clients. */
  readonly agent: string;
  readonly connectionId: string;
  /** `host:port` of this end of the connection. */
  readonly localAddress: string;
  readonly environment: Environment;
  /** Called when the client has logged in. */
  readonly onLogin: () => void;
}

export class Conversation {
  private user: BoltUser | undefined;
  private isGreeted = false;
  private hasFailed = false;
  private work: Work | undefined;

  constructor(
    private readonly replies: Replies,
    private readonly options: ConversationOptions,
  ) {
    this.setForm(false);
  }

  /** Whether nothing runs or is open. */
  get isIdle(): boolean {
    return this.work === undefined;
  }

  /**
   * Replies to a message.
   * @param isInterrupted whether a RESET follows it.
   * @returns whether the conversation continues.
   */
  async receive(message: ClientMessage, isInterrupted: () => boolean): Promise<boolean> {
    if (message.type === 'goodbye') return false;
    if (message.type === 'reset') {
      await this.reset();
      return this.isGreeted;
    }
    if (this.hasFailed || isInterrupted()) {
      this.replies.ignored();
      return true;
    }
    try {
      await this.reply(message);
      return true;
    } catch (error) {
      return this.fail(error, isInterrupted());
    }
  }

  /** Cancels what runs. */
  interrupt(): void {
    this.work?.interrupt();
  }

  /** Stops everything, after the client has left. */
  async end(): Promise<void> {
    await this.work?.stop();
    this.work = undefined;
  }

  private async reply(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'hello':
        return this.hello(message.extra);
      case 'logon':
        return this.logon(message.extra);
      case 'logoff':
        this.checkIdle();
        this.user = undefined;
        return this.replies.success();
      case 'telemetry':
        return this.replies.success();
      case 'run':
        return this.run(message);
      case 'begin':
        this.checkIdle();
        this.work = this.begin(true, message.work);
        return this.replies.success();
      case 'pull':
      case 'discard':
        return this.read(message);
      case 'commit':
        await this.transaction().complete();
        this.work = undefined;
        return this.replies.success({ bookmark: BOOKMARK });
      case 'rollback':
        return this.rollback();
      case 'route':
        this.checkDatabase(message.database);
        return this.replies.success({ rt: this.routes(message.address) });
      case 'goodbye':
      case 'reset':
        throw new ProtocolError('handled before');
    }
  }

  private async hello(extra: ValueMap): Promise<void> {
    const { version, agent, connectionId } = this.options;
    if (this.isGreeted) throw new ProtocolError('HELLO was already sent');
    const patches = mapGet(extra, 'patch_bolt');
    const usesUtc = version.major === 4 && Array.isArray(patches) && patches.includes('utc');
    this.setForm(usesUtc);
    if (!logsOnSeparately(version)) await this.logIn(extra);
    this.isGreeted = true;
    this.replies.success({
      server: agent,
      connection_id: connectionId,
      hints: {},
      ...(usesUtc ? { patch_bolt: ['utc'] } : {}),
    });
  }

  private async logon(auth: ValueMap): Promise<void> {
    if (!this.isGreeted || this.user !== undefined) throw new ProtocolError('LOGON is not expected now');
    await this.logIn(auth);
    this.replies.success();
  }

  /** The token is the password, with any user name. */
  private async logIn(auth: ValueMap): Promise<void> {
    const token = textIn(auth, 'scheme') === 'none' ? undefined : textIn(auth, 'credentials');
    this.user = await this.options.door.admit(token === '' ? undefined : token);
    this.options.onLogin();
  }

  private async run({ text, parameters, work: options }: ClientMessage & { type: 'run' }): Promise<void> {
    const user = this.loggedIn();
    if (this.work?.isExplicit !== true) {
      this.checkIdle();
      this.work = this.begin(false, options);
    }
    const { work } = this;
    await this.replies.flush();
    const began = this.now();
    const { query, columns } = await work.run(user, text, parameters);
    this.replies.success({
      fields: columns,
      t_first: this.now() - began,
      ...(work.isExplicit ? { qid: query } : {}),
    });
  }

  private async read({ type, count, query }: ClientMessage & { type: 'pull' | 'discard' }): Promise<void> {
    const { work } = this;
    if (work === undefined) throw new ProtocolError('There is no open result');
    const { query: number, result } = work.result(query);
    // The client may wait for the columns before the first row exists.
    await this.replies.flush();
    const began = this.now();
    const hasMore = await (type === 'pull' ? result.pull(count, this.replies) : result.discard(count));
    if (hasMore) return this.replies.success({ has_more: true });
    work.finished(number);
    if (!work.isExplicit) this.work = undefined;
    this.replies.success({
      type: typeOf(result.isReadOnly, result.columns.length),
      t_last: this.now() - began,
      db: DATABASE,
      ...(result.isReadOnly ? {} : { stats: { 'contains-updates': true } }),
      ...(work.isExplicit ? {} : { bookmark: BOOKMARK }),
    });
  }

  private async rollback(): Promise<void> {
    const work = this.transaction();
    await work.stop();
    this.work = undefined;
    if (!work.hasWritten) return this.replies.success();
    throw new StatusError(
      STATUS.rollbackFailed,
      'Cannot roll back: queries of this transaction have written, and each query takes effect as it runs. ' +
        'Undo the changes with another query.',
    );
  }

  private async reset(): Promise<void> {
    await this.end();
    this.hasFailed = false;
    if (this.isGreeted) this.replies.success();
    else this.replies.failure(failureOf(new ProtocolError('HELLO is expected first')));
  }

  private async fail(error: unknown, isInterrupted: boolean): Promise<boolean> {
    const hasWritten = this.work?.isExplicit === true && this.work.hasWritten;
    await this.end();
    this.hasFailed = true;
    if (isInterrupted) {
      this.replies.ignored();
      return true;
    }
    const { logger } = this.options.environment;
    const failure = failureOf(error, hasWritten);
    if (
      WeirError.from(error).code === 'internal' &&
      !(error instanceof ProtocolError || error instanceof StatusError)
    ) {
      logger.log('error', `A query failed: ${failure.message}`, { error });
    }
    this.replies.failure(failure);
    return this.user !== undefined && !(error instanceof ProtocolError);
  }

  private begin(isExplicit: boolean, options: WorkOptions): Work {
    this.loggedIn();
    this.checkDatabase(options.database);
    return new Work(isExplicit, options, this.options.environment.clock);
  }

  /** @throws ProtocolError */
  private loggedIn(): BoltUser {
    if (this.user === undefined) throw new ProtocolError('The client has not logged in');
    return this.user;
  }

  private transaction(): Work {
    if (this.work?.isExplicit !== true) throw new ProtocolError('There is no open transaction');
    return this.work;
  }

  private checkIdle(): void {
    this.loggedIn();
    if (this.work !== undefined) throw new ProtocolError('A transaction or result is still open');
  }

  private checkDatabase(name: string | undefined): void {
    this.loggedIn();
    if (name === undefined || DATABASES.has(name.toLowerCase())) return;
    throw new StatusError(
      STATUS.databaseNotFound,
      `There is no database '${name}'. The graph is the database '${DATABASE}'.`,
    );
  }

  private routes(address = this.options.localAddress): ValueMap {
    return {
      ttl: ROUTE_SECONDS,
      db: DATABASE,
      servers: ROUTE_ROLES.map(role => ({ addresses: [address], role })),
    };
  }

  private setForm(usesUtc: boolean): void {
    const isNew = this.options.version.major >= 5;
    this.replies.setForm({ hasElementIds: isNew, usesUtc: isNew || usesUtc });
  }

  private now(): number {
    return Math.round(this.options.environment.clock.now());
  }
}

function logsOnSeparately({ major, minor }: BoltVersion): boolean {
  return major > 5 || (major === 5 && minor >= 1);
}

function typeOf(isReadOnly: boolean, columns: number): string {
  if (isReadOnly) return 'r';
  return columns === 0 ? 'w' : 'rw';
}
