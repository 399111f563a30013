/**
 * Cancels calls, once. A cheap `AbortController`: creating one of those takes some 6 us, a tenth of a small query. The
 * signal is created only on demand.
 */
export class Cancellation {
  private why: Error | undefined = undefined;
  private listeners: Set<(reason: Error) => void> | undefined = undefined;
  private controller: AbortController | undefined = undefined;

  /** Why it was canceled; `undefined` if it was not. */
  get reason(): Error | undefined {
    return this.why;
  }

  /** Only the first reason counts. */
  cancel(reason: Error): void {
    if (this.why !== undefined) return;
    this.why = reason;
    this.controller?.abort(reason);
    const { listeners } = this;
    this.listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener(reason);
  }

  /** @throws the reason. */
  throwIfCancelled(): void {
    if (this.why !== undefined) throw this.why;
  }

  /** Calls `listener` immediately if this is canceled already. @returns a function that removes the listener. */
  onCancel(listener: (reason: Error) => void): () => void {
    if (this.why !== undefined) {
      listener(this.why);
      return () => undefined;
    }
    const listeners = (this.listeners ??= new Set());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** For code that accepts only signals. */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.why !== undefined) this.controller.abort(this.why);
    }
    return this.controller.signal;
  }
}
