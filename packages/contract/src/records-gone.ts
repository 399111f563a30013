/** Records of a chunk were in another process, and are gone there: their sender gives them to somebody else. */
export class RecordsGone extends Error {
  override readonly name = 'RecordsGone';

  /** @param areSuspect a worker was lost that they were on: one of them may be why. */
  constructor(readonly areSuspect: boolean) {
    super('The process that read these records is gone, or reads no more.');
  }
}
