/**
 * Position from which a results stream resumes on a new connection.
 *
 * The service resumes after the *match* with the given id; the id of a retraction would resend everything between its
 * match and it. So the id of the last match is sent, unless so many retractions followed that the service may no longer
 * keep the match.
 */
const FAR_BEHIND = 1000;

export class ResumePoint {
  private cancellations = 0;

  constructor(private lastId: string | undefined) {}

  /** `undefined`: no result was seen. */
  get id(): string | undefined {
    return this.lastId;
  }

  /** Sets a position in the stream that is not a result. */
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
