/**
 * Counts the users of open partitions in this process: a worker that does not end in time still has its partitions open
 * when the next user of them starts.
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
