/** Connects the parts of the explorer. One instance per page. */
import { effect, signal } from '@preact/signals';
import { getJson } from '../api/http.js';
import type { LayoutName } from '../canvas/layouts.js';
import { allRows, type Rows } from '../api/queries.js';
import { QueryRequests } from '../api/query-requests.js';
import { QuerySocket } from '../api/query-socket.js';
import { anyPicture, recentPicture } from '../graph/canvas-queries.js';
import type { EdgeAppearance, NodeAppearance, QuickQuery, SampleQuery } from '../api/types.js';
import type { NodeStyle } from '../graph/appearance.js';
import { elementsOf, type Cluster, type ElementCollector, type GraphNode } from '../graph/elements.js';
import { readTime } from '../shell/address.js';
import { broughtQuery, broughtScene, parameters } from '../shell/router.js';
import { showError } from '../shell/toasts.js';
import { readStored } from '../shell/storage.js';
import { AutomaticLayout } from './canvas/automatic-layout.js';
import { Autosave } from './canvas/autosave.js';
import { CanvasModel } from './canvas/canvas-model.js';
import { DrawnResults } from './canvas/drawn-results.js';
import { KeptCanvases } from './canvas/kept-canvases.js';
import { Slicer } from './canvas/slicer.js';
import { Styles } from './canvas/styles.js';
import { TimeTravel } from './canvas/time-travel.js';
import { FirstPicture, RECENT } from './first-picture.js';
import { Feeds } from './live/feeds.js';
import { LiveMatches } from './live/live-matches.js';
import { QueryHistory } from './query-history.js';
import { QueryRun } from './query-run.js';
import { SpokenNodes } from './spoken-nodes.js';
import { GraphVocabulary } from './vocabulary.js';

export type ResultView = 'graph' | 'table' | 'json';

const RETRY_MILLIS = 700;
const SETTINGS_MILLIS = 5000;
const DRAFT_KEY = 'weir.draft';

const version = parameters.get('v2Api') === 'false' ? 1 : 2;
export const socket =
  parameters.get('wsQueries') === 'false' ? new QueryRequests(version) : new QuerySocket(version);
export const canvas = new CanvasModel(socket, showError);
export const drawnResults = new DrawnResults(canvas);
export const queryText = signal(readStored<string>(DRAFT_KEY) ?? '');
export const queryParameters = signal('{}');
export const resultView = signal<ResultView>('graph');
export const queryHistory = new QueryHistory();
export const firstPicture = new FirstPicture();
export const vocabulary = new GraphVocabulary();
export const spoken = new SpokenNodes(socket);
export const live = new LiveMatches(canvas);
export const feeds = new Feeds(canvas, live.drawing);
export const travel = new TimeTravel(canvas);
export const slicer = new Slicer(canvas);
export const keptCanvases = new KeptCanvases();
export const layouts = new AutomaticLayout(canvas);
export const autosave = new Autosave(keptCanvases, canvas);
export const samples = signal<readonly SampleQuery[]>([]);
export const quickQueries = signal<readonly QuickQuery[]>([]);
export const styles = new Styles(canvas);
export const appearances = styles.nodes.rules;
/** Bubbles of a link, until its nodes are loaded. */
export const broughtBubbles = signal<ReadonlyMap<string, Cluster>>(new Map());
/** The graph was empty when the page was opened. */
export const isGraphEmpty = signal(false);

export const run = new QueryRun(socket, (elements, isLast) => {
  drawnResults.draw(run.query.value, elements, isLast);
  if (isLast && elements.nodes.size > 0 && broughtBubbles.value.size > 0) {
    canvas.scene.add({ nodes: new Map(), edges: new Map(), clusters: broughtBubbles.value });
    broughtBubbles.value = new Map();
  }
  if (isLast && run.status.value !== 'failed' && run.rowCount.value > 0)
    resultView.value = elements.nodes.size > 0 ? 'graph' : resultView.value === 'json' ? 'json' : 'table';
});

/** Returns the current appearance of a node. */
export function currentStyle(node: GraphNode): NodeStyle {
  return styles.ofNode(node);
}

/** @param query runs with the current parameters and time. Throws when the parameters are not an object. */
export function runQuery(query: string): void {
  const text = query.trim();
  if (text === '') return;
  queryHistory.add(text);
  run.run({ query: text, parameters: parametersOf(queryParameters.value), atTime: canvas.atTime.value });
}

export function parametersOf(text: string): Record<string, unknown> {
  const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** Draws the nodes written last; polls while there are none. */
export async function openPicture(): Promise<void> {
  for (;;) {
    const pending =
      firstPicture.take() ?? allRows(socket, { ...recentPicture(RECENT), atTime: canvas.atTime.value });
    const { rows } = await pending.finally(() => firstPicture.isShown());
    if (canvas.scene.nodes.size > 0) break;
    let found = sayingOf(rows);
    // Nodes from before the start of the service are not among those written last; later ones are.
    if (found.nodes.size === 0 && !isGraphEmpty.value) {
      const any = await allRows(socket, { ...anyPicture(RECENT), atTime: canvas.atTime.value });
      if (canvas.scene.nodes.size > 0) break;
      found = sayingOf(any.rows);
    }
    if (found.nodes.size > 0) {
      layouts.picture = found;
      canvas.add(found);
      break;
    }
    isGraphEmpty.value = true;
    await new Promise(resolve => setTimeout(resolve, RETRY_MILLIS));
  }
  isGraphEmpty.value = false;
}

/** Leaves out nodes without contents. */
function sayingOf(rows: Rows['rows']): ElementCollector {
  const found = elementsOf(rows);
  for (const [id, { labels, properties }] of found.nodes)
    if (labels.length === 0 && Object.keys(properties).length === 0) found.nodes.delete(id);
  return found;
}

export async function readSettings(): Promise<void> {
  const [sampleQueries, quick, nodeStyles, edgeStyles, layoutNames] = await Promise.all([
    getJson<SampleQuery[]>('api/v2/queryUi/sampleQueries'),
    getJson<QuickQuery[]>('api/v2/queryUi/quickQueries'),
    getJson<NodeAppearance[]>('api/v2/queryUi/nodeAppearances'),
    getJson<EdgeAppearance[]>('api/v2/queryUi/edgeAppearances'),
    getJson<LayoutName[]>('api/v2/queryUi/layouts'),
  ]);
  setIfOther(samples, sampleQueries);
  setIfOther(quickQueries, quick);
  setIfOther(styles.nodes.shared, nodeStyles);
  setIfOther(styles.edges.shared, edgeStyles);
  layouts.shared = layoutNames[0];
}

/** @returns a function that ends it. */
export function followSettings(): () => void {
  const timer = setInterval(() => void readSettings().catch(() => undefined), SETTINGS_MILLIS);
  return () => clearInterval(timer);
}

function setIfOther<T>(target: { value: T; peek(): T }, value: T): void {
  if (JSON.stringify(target.peek()) !== JSON.stringify(value)) target.value = value;
}

const wantedTime = parameters.get('atTime');
if (wantedTime !== null) {
  const time = readTime(wantedTime, Date.now());
  if (typeof time === 'number') canvas.atTime.value = time;
}
// A link shows only the results of its query, or its scene.
if (broughtQuery.peek() === undefined && broughtScene.peek() === undefined)
  firstPicture.request(socket, canvas.atTime.peek());
else firstPicture.isShown();
const wantedLayout = parameters.get('layout');
if (wantedLayout === 'tree' || wantedLayout === 'radial' || wantedLayout === 'grid')
  canvas.chosenLayout.value = wantedLayout;

effect(() => {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(queryText.value));
  } catch {
    // Without storage, only the next visit is affected.
  }
});
