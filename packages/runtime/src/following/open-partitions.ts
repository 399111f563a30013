/**
 * Counts the users of open partitions in this process. A lender that starts workers for another owner, or for another
 * pool, may open a partition before the worker that had it open has ended.
 */
export class OpenPartitions {
  private readonly users = new Map<string, number>();

  opened(partitions: readonly string[]): void {
    for (const partition of partitions) this.users.set(partition, (this.users.get(partition) ?? 0) + 1);
  }

  /** @returns the partitions that have no user any more. */
  closed(partitions: readonly string[]): readonly string[] {
    return partitions.filter(partition => {
      const left = (this.users.get(partition) ?? 1) - 1;
      if (left > 0) this.users.set(partition, left);
      else this.users.delete(partition);
      return left === 0;
    });
  }
}
