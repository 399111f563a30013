/** State of the question: its pattern or saved query, the typed text, and what is offered for it. */
import { batch, computed, effect, signal } from '@preact/signals';
import { allRows } from '../api/queries.js';
import { elementsOf, type Elements, type GraphNode } from '../graph/elements.js';
import { askedQuery } from '../session/query-mode.js';
import { quickQueriesFor, runQuickQuery } from '../session/quick-query.js';
import { ownQueries } from '../session/saved-queries.js';
import { canvas, currentStyle, samples, socket, vocabulary } from '../session/session.js';
import { CONNECTIONS_QUERY, connectionsOf } from './connections.js';
import { sampleQuery } from './known-values.js';
import { offersAt, type Offer, type OfferGroup } from './offers.js';
import { EMPTY_PATTERN, endsWithEdge, lastPlace, type Pattern, type Place } from './pattern.js';
import { queryOf } from './pattern-query.js';

const NOTHING: Elements = { nodes: new Map(), edges: new Map() };

class AskModel {
  readonly pattern = signal<Pattern>(EMPTY_PATTERN);
  /** A saved query in place of a pattern. */
  readonly question = signal<{ readonly name: string; readonly query: string } | undefined>(undefined);
  readonly text = signal('');
  /** An earlier part that is being changed; `undefined`: the pattern continues at its end. */
  readonly changed = signal<Place | undefined>(undefined);
  readonly place = computed(() => this.changed.value ?? lastPlace(this.pattern.value));
  readonly query = computed(() => this.question.value?.query ?? queryOf(this.pattern.value));
  private readonly schema = signal<Elements>(NOTHING);
  /** Sampled nodes, by label; without a label under the empty text. */
  private readonly sampled = signal<ReadonlyMap<string, readonly GraphNode[]>>(new Map());
  private readonly requested = new Set<string>();

  /** They do not change while live matches are drawn, so that Enter accepts what the user sees. */
  readonly offers = computed<readonly OfferGroup[]>(() => {
    if (this.question.value !== undefined) return [];
    const { labels, edgeTypes, keys, textKeys } = vocabulary.schema.value;
    const [id, ...others] = canvas.selected.value;
    const selected = id === undefined || others.length > 0 ? undefined : canvas.scene.nodes.get(id);
    return offersAt(this.pattern.value, this.place.value, this.text.value, {
      labels,
      edgeTypes,
      keys,
      textKeys,
      connections: connectionsOf(this.schema.value, canvas.scene),
      nodes: this.nodesAtPlace(),
      saved: [...ownQueries.value, ...samples.value],
      quick:
        selected === undefined ? [] : quickQueriesFor([selected.id]).map(({ quickQuery }) => quickQuery.name),
      selected: selected && { id: selected.id, name: currentStyle(selected).label || selected.id },
    });
  });

  /** Reads what the graph contains, unless a question is being written. */
  refresh(): void {
    if (this.pattern.peek().nodes.length > 0 && this.requested.size > 0) return;
    this.requested.clear();
    // Without an answer, questions can still be written.
    vocabulary.read().catch(() => undefined);
    allRows(socket, { ...CONNECTIONS_QUERY, atTime: canvas.atTime.peek() }).then(
      ({ rows }) => (this.schema.value = elementsOf(rows)),
      () => undefined,
    );
    this.readSample(this.labelAtPlace());
  }

  set(pattern: Pattern): void {
    batch(() => {
      this.pattern.value = pattern;
      this.question.value = undefined;
      this.text.value = '';
      this.changed.value = undefined;
    });
    this.readSample(this.labelAtPlace());
  }

  change(place: Place): void {
    this.changed.value = place;
    this.readSample(this.labelAtPlace());
  }

  /** Accepts an offer. @returns whether a saved query was chosen, which is then run. */
  choose({ action }: Offer): boolean {
    switch (action.does) {
      case 'change':
        this.set(action.pattern);
        return false;
      case 'write':
        this.text.value = action.text;
        return false;
      case 'question':
        batch(() => {
          this.set(EMPTY_PATTERN);
          this.question.value = { name: action.name, query: action.query };
        });
        return true;
      case 'quick query': {
        const ids = [...canvas.selected.value];
        const chosen = quickQueriesFor(ids).find(({ quickQuery }) => quickQuery.name === action.name);
        this.text.value = '';
        if (chosen !== undefined) void runQuickQuery(chosen, ids);
        return false;
      }
    }
  }

  private labelAtPlace(): string | undefined {
    const place = this.place.peek();
    return place?.on === 'node' ? this.pattern.peek().nodes[place.index]?.label : undefined;
  }

  private nodesAtPlace(): readonly GraphNode[] {
    void this.pattern.value;
    void this.place.value;
    const label = this.labelAtPlace();
    const drawn = [...canvas.shownNodes.peek().values()].filter(
      ({ labels }) => label === undefined || labels.includes(label),
    );
    const sampled = this.sampled.value.get(label ?? '') ?? [];
    return [...new Map([...drawn, ...sampled].map(node => [node.id, node])).values()];
  }

  private readSample(label: string | undefined): void {
    const key = label ?? '';
    if (this.requested.has(key)) return;
    this.requested.add(key);
    allRows(socket, { ...sampleQuery(label), atTime: canvas.atTime.peek() }).then(
      ({ rows }) => {
        const nodes = [...elementsOf(rows).nodes.values()];
        this.sampled.value = new Map([...this.sampled.value, [key, nodes]]);
      },
      // The nodes of the canvas remain.
      () => this.requested.delete(key),
    );
  }
}

export const ask = new AskModel();

/** The pattern lacks its last node, which the box then asks for. */
export function awaitsNode(): boolean {
  return endsWithEdge(ask.pattern.value);
}

effect(() => {
  askedQuery.value = ask.query.value;
});
