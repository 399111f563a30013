/**
 * Where a results stream goes on after a new connection. The service goes on after the *match* with the id that it is
 * told: with the id of a cancellation it would send again all that lies between the match and it. So the id of the last
 * match is told, unless so many cancellations followed that it may not be kept any more.
 */
const FAR_BEHIND = 1000;

export class ResumePoint {
  private cancellations = 0;

  constructor(private lastId: string | undefined) {}

  /** `undefined`: nothing was seen. */
  get id(): string | undefined {
    return this.lastId;
  }

  /** A place in the stream that no result was at. */
  mark(id: string): void {
    this.lastId = id;
    this.cancellations = 0;
  }

  passed(resultId: string, isPositiveMatch: boolean): void {
    this.cancellations = isPositiveMatch ? 0 : this.cancellations + 1;
    if (isPositiveMatch || this.lastId === undefined || this.cancellations > FAR_BEHIND)
      this.lastId = resultId;
  }
}
