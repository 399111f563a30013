import type { ResumePoint } from './ingest-source.js';

interface Held<S, M> {
  readonly session: S;
  readonly message: M;
}

/**
 * Messages that were cut into records, one each, and are not durable yet. For a source whose server keeps a message
 * until its session acknowledges it, and delivers it again otherwise.
 */
export class UnacknowledgedMessages<S, M> {
  /** In order, from record `durable` on. */
  private readonly held: Held<S, M>[] = [];
  private durable = 0;

  /** To be called when the source begins. */
  begin(from: ResumePoint | undefined): void {
    this.durable = from?.position ?? 0;
  }

  get count(): number {
    return this.held.length;
  }

  add(session: S, messages: readonly M[]): void {
    for (const message of messages) this.held.push({ session, message });
  }

  /**
   * Removes the messages up to a position, whose records are durable.
   * @returns those of this session, in order. Messages of an earlier session cannot be acknowledged anymore.
   */
  takeDurable({ position }: ResumePoint, session: S | undefined): M[] {
    const done = this.held.splice(0, position - this.durable);
    this.durable = position;
    return done.filter(each => each.session === session).map(({ message }) => message);
  }
}
