/** Gathers what a node's entries record since the last checkpoint, except its edges (touched-edges.ts). */
import { EventKind, type HalfEdge, type NodeEvent, type StandingEvent, unpackProperties } from '@weir/model';
import { type RecentChanges, recentEvent } from '@weir/standing';

export class RecentEntries {
  private properties: Set<string> | undefined = undefined;
  private labels: Set<string> | undefined = undefined;
  private events: StandingEvent[] | undefined = undefined;

  add(event: NodeEvent): void {
    switch (event[0]) {
      case EventKind.PropertySet:
      case EventKind.PropertyRemoved:
        return this.addKeys([event[1]]);
      case EventKind.PropertiesSet:
        return this.addKeys(Object.keys(event[1]));
      case EventKind.PropertiesPacked:
        return this.addKeys(Object.keys(unpackProperties(event[1])));
      case EventKind.LabelAdded:
      case EventKind.LabelRemoved:
        (this.labels ??= new Set()).add(event[1]);
        return;
      case EventKind.Standing: {
        const recent = recentEvent(event);
        if (recent !== undefined) (this.events ??= []).push(recent);
        return;
      }
      default:
    }
  }

  /**
   * @param isWhole whether the entries record every change.
   * @param edges all that the entries name.
   */
  changes(isWhole: boolean, edges: Iterable<HalfEdge>): RecentChanges {
    return {
      isWhole,
      properties: [...(this.properties ?? [])],
      labels: [...(this.labels ?? [])],
      edges: [...edges],
      events: this.events ?? [],
    };
  }

  private addKeys(keys: readonly string[]): void {
    this.properties ??= new Set();
    for (const key of keys) this.properties.add(key);
  }
}
