/**
 * The records of a chunk were in another process and are lost there. The sender has to send them to another process.
 */
export class RecordsLost extends Error {
  override readonly name = 'RecordsLost';

  /** @param areSuspect a worker that had the records was lost; one of them may be the cause. */
  constructor(readonly areSuspect: boolean) {
    super('The process that read these records has left or stopped reading.');
  }
}
