/** Force-directed layout on a separate thread. A new task replaces the previous one. */
import { MultiDirectedGraph } from 'graphology';
import layout from 'graphology-layout-forceatlas2';
import { NEXT, type LayoutAnswer, type LayoutTask } from './layout-messages.js';
import { movedShare } from './moved-share.js';

/** Its types wrongly declare a module around it. */
const forceAtlas2 = layout as unknown as typeof layout.default;
const FRAME_MILLIS = 30;
const LARGE = 600;
/** On a slow machine the time is over before the nodes have settled. */
const LEAST_ITERATIONS = 120;
/** Nodes have settled when they moved less, on average and as a share of the picture's size, in so many turns. */
const SETTLED_SHARE = 0.001;
const SETTLED_TURNS = 3;

/** Mass per node of a graph with as many edges as nodes: 1, and 1 for each end of an edge. */
const SPARSE_MASS = 3;

let current = 0;
/** Whether the page has drawn the last answer. Until then none is sent: it would soon be outdated. */
let isAwaited = true;
/** Positions keyed by node number. The sender of the next task did not yet know how far this one got. */
let reached = new Map<number, readonly [x: number, y: number]>();

self.onmessage = ({ data }: MessageEvent<LayoutTask | typeof NEXT>) => {
  if (data === NEXT) {
    isAwaited = true;
    return;
  }
  current = data.task;
  run(data);
};

function run({ task, numbers, positions, sizes, pinned, edges, millis }: LayoutTask): void {
  const graph = new MultiDirectedGraph();
  const count = sizes.length;
  if (count === 0) reached = new Map();
  for (let node = 0; node < count; node++) {
    const fallback = [positions[2 * node]!, positions[2 * node + 1]!] as const;
    const [x, y] = (pinned[node] === 1 ? undefined : reached.get(numbers[node]!)) ?? fallback;
    graph.addNode(node, {
      x,
      y,
      size: sizes[node]!,
      fixed: pinned[node] === 1,
    });
  }
  addConnections(graph, edges);
  const mass = count + 2 * graph.size;
  const settings = {
    ...forceAtlas2.inferSettings(count),
    barnesHutOptimize: count > LARGE,
    // Disconnected components stay as close together as connected ones: the more the nodes repel each other, each as
    // strongly as it has neighbors, the stronger the gravity.
    gravity: (8 / SPARSE_MASS) * (mass / Math.sqrt(Math.max(1, count))),
    scalingRatio: 100,
    strongGravityMode: false,
    slowDown: 1 + Math.log(Math.max(2, count)),
    adjustSizes: count <= LARGE,
  };
  const started = performance.now();
  const iterations = count > LARGE ? 2 : 8;
  let done = 0;
  let before = positions;
  let settledTurns = 0;
  const turn = (): void => {
    if (task !== current) return;
    const begun = performance.now();
    do {
      forceAtlas2.assign(graph, { iterations, settings });
      done += iterations;
    } while (performance.now() - begun < FRAME_MILLIS);
    const moved = new Float32Array(2 * count);
    const now = new Map<number, readonly [number, number]>();
    graph.forEachNode((key, { x, y }) => {
      const node = Number(key);
      moved[2 * node] = x as number;
      moved[2 * node + 1] = y as number;
      now.set(numbers[node]!, [x as number, y as number]);
    });
    settledTurns = movedShare(before, moved) < SETTLED_SHARE ? settledTurns + 1 : 0;
    before = moved.slice();
    reached = now;
    const isOver =
      performance.now() - started > millis || (settledTurns >= SETTLED_TURNS && millis !== Infinity);
    const isDone = isOver && done >= LEAST_ITERATIONS;
    const answer: LayoutAnswer = { task, positions: moved, isDone };
    if (isAwaited || isDone) {
      isAwaited = false;
      self.postMessage(answer, { transfer: [moved.buffer] });
    }
    if (!isDone) setTimeout(turn, 0);
  };
  turn();
}

/** Two nodes attract each other once, however many edges connect them: otherwise they would lie on each other. */
function addConnections(graph: MultiDirectedGraph, edges: Uint32Array): void {
  for (let i = 0; i < edges.length; i += 2) {
    const [low, high] = [Math.min(edges[i]!, edges[i + 1]!), Math.max(edges[i]!, edges[i + 1]!)];
    if (low !== high && !graph.hasEdge(low, high)) graph.addEdge(low, high);
  }
}
