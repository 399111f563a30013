/** Expands the selected nodes to their neighbors: by edge type and direction, with counts, and by quick queries. */
import { useEffect, useState } from 'preact/hooks';
import { allRows } from '../../api/queries.js';
import { elementsOf } from '../../graph/elements.js';
import { neighborCounts, neighbors, shortestPath, type Direction } from '../../graph/canvas-queries.js';
import { visible } from '../../graph/visible-text.js';
import { quickQueriesFor, runQuickQuery } from '../../session/quick-query.js';
import { note, showError } from '../../shell/toasts.js';
import { format, text } from '../../texts/en.js';
import { canvas, socket } from '../../session/session.js';

const LIMITS = [10, 25, 100, 500];
/**
 * Up to this number of nodes are brought into view after an expansion: neighbors out of view would seem to be missing.
 */
const SEEN_WHOLE = 60;

export async function expand(
  ids: readonly string[],
  type: string | undefined,
  direction: Direction,
  limit: number,
): Promise<void> {
  try {
    const request = neighbors(ids, type, direction, limit);
    canvas.add(elementsOf((await allRows(socket, { ...request, atTime: canvas.atTime.value })).rows));
    if (canvas.scene.nodes.size <= SEEN_WHOLE) canvas.view?.fit();
  } catch (error) {
    showError(error);
  }
}

export function expandSelected(): void {
  const ids = [...canvas.selected.value];
  if (ids.length > 0) void expand(ids, undefined, 'any', 100);
}

export async function drawPath(from: string, to: string): Promise<void> {
  try {
    const { rows } = await allRows(socket, { ...shortestPath(from, to), atTime: canvas.atTime.value });
    if (rows.length === 0) return note(text.inspector.noPath);
    const found = elementsOf(rows);
    canvas.add(found);
    canvas.edgeMarks.value = new Map([...found.edges.keys()].map(key => [key, 'match']));
    canvas.select(new Set(found.nodes.keys()));
  } catch (error) {
    showError(error);
  }
}

interface NeighborKind {
  readonly type: string;
  readonly isOut: boolean;
  readonly count: number;
}

/** Edge types and directions of the nodes, each with its count. */
export function Expansion({ ids }: { readonly ids: readonly string[] }) {
  const [kinds, setKinds] = useState<readonly NeighborKind[]>();
  const [limit, setLimit] = useState(25);
  useEffect(() => {
    let isCurrent = true;
    allRows(socket, { ...neighborCounts(ids), atTime: canvas.atTime.value }).then(({ rows }) => {
      if (!isCurrent) return;
      const sums = new Map<string, NeighborKind>();
      for (const [type, isOut, count] of rows as [string, boolean, number][]) {
        const key = `${type} ${isOut}`;
        sums.set(key, { type, isOut, count: (sums.get(key)?.count ?? 0) + count });
      }
      setKinds([...sums.values()]);
    }, showError);
    return () => (isCurrent = false) as unknown as void;
  }, [ids.join()]);
  return (
    <section>
      <div class="panel-row">
        <h3 class="grow">{text.inspector.expand}</h3>
        <label class="small soft">
          {text.inspector.limit}{' '}
          <select value={limit} onChange={event => setLimit(Number(event.currentTarget.value))}>
            {LIMITS.map(each => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="chips">
        <button class="chip-button" onClick={() => void expand(ids, undefined, 'any', limit)}>
          {text.inspector.expandAll}
          <span class="count">
            {kinds === undefined ? '' : format.number(kinds.reduce((sum, { count }) => sum + count, 0))}
          </span>
        </button>
        {kinds?.map(({ type, isOut, count }) => (
          <button
            key={`${type} ${isOut}`}
            class="chip-button"
            title={isOut ? text.inspector.out : text.inspector.in}
            onClick={() => void expand(ids, type, isOut ? 'out' : 'in', limit)}
          >
            {isOut ? '' : '← '}
            {visible(type)}
            {isOut ? ' →' : ''} <span class="count">{format.number(count)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

export function QuickQueries({ ids }: { readonly ids: readonly string[] }) {
  const offered = quickQueriesFor(ids);
  if (offered.length === 0) return null;
  return (
    <section>
      <h3>{text.inspector.quick}</h3>
      <div class="chips">
        {offered.map(each => (
          <button
            key={each.quickQuery.name}
            class="chip-button"
            onClick={() => void runQuickQuery(each, ids)}
          >
            {each.quickQuery.name}
          </button>
        ))}
      </div>
    </section>
  );
}
