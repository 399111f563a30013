/** So many of a stream, each with the same chance. */
export class Reservoir<T> {
  readonly chosen: T[] = [];
  private offered = 0;

  /** @param random from 0 to below 1. */
  constructor(
    private readonly size: number,
    private readonly random: () => number,
  ) {}

  offer(item: T): void {
    this.offered++;
    if (this.chosen.length < this.size) this.chosen.push(item);
    else {
      const place = Math.floor(this.random() * this.offered);
      if (place < this.size) this.chosen[place] = item;
    }
  }
}
