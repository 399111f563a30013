/** Processes, other than the owner, that can read sources of a graph: its present lenders of workers. */
import type { ReaderPlace, ReaderPlaces } from '@weir/contract';

export class ReaderDesk implements ReaderPlaces {
  private places: readonly ReaderPlace[] = [];
  private readonly watchers = new Set<() => void>();

  current(): readonly ReaderPlace[] {
    return this.places;
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  add(place: ReaderPlace): void {
    this.places = [...this.places, place];
    this.notify();
  }

  remove(place: ReaderPlace): void {
    if (!this.places.includes(place)) return;
    this.places = this.places.filter(each => each !== place);
    this.notify();
  }

  private notify(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
