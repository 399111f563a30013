/** The forces of the layout, on a thread of their own. A new task takes the place of the one before. */
import { MultiDirectedGraph } from 'graphology';
import layout from 'graphology-layout-forceatlas2';
import type { LayoutAnswer, LayoutTask } from './layout-messages.js';

/** Its types say that there is a module around it. */
const forceAtlas2 = layout as unknown as typeof layout.default;
const FRAME_MILLIS = 30;
const LARGE = 600;

let current = 0;

self.onmessage = ({ data }: MessageEvent<LayoutTask>) => {
  current = data.task;
  run(data);
};

function run({ task, positions, sizes, pinned, edges, millis }: LayoutTask): void {
  const graph = new MultiDirectedGraph();
  const count = sizes.length;
  for (let node = 0; node < count; node++) {
    graph.addNode(node, {
      x: positions[2 * node]!,
      y: positions[2 * node + 1]!,
      size: sizes[node]!,
      fixed: pinned[node] === 1,
    });
  }
  for (let i = 0; i < edges.length; i += 2) graph.addEdge(edges[i]!, edges[i + 1]!);
  const settings = {
    ...forceAtlas2.inferSettings(count),
    barnesHutOptimize: count > LARGE,
    // Parts that nothing joins stay together as close as the joined ones: the more nodes push, the more has to pull.
    gravity: 4 * Math.sqrt(count),
    scalingRatio: 100,
    strongGravityMode: false,
    slowDown: 1 + Math.log(Math.max(2, count)),
    adjustSizes: count <= LARGE,
  };
  const started = performance.now();
  const turn = (): void => {
    if (task !== current) return;
    const begun = performance.now();
    do forceAtlas2.assign(graph, { iterations: count > LARGE ? 2 : 8, settings });
    while (performance.now() - begun < FRAME_MILLIS);
    const isDone = performance.now() - started > millis;
    const moved = new Float32Array(2 * count);
    graph.forEachNode((key, { x, y }) => {
      moved[2 * Number(key)] = x as number;
      moved[2 * Number(key) + 1] = y as number;
    });
    const answer: LayoutAnswer = { task, positions: moved, isDone };
    self.postMessage(answer, { transfer: [moved.buffer] });
    if (!isDone) setTimeout(turn, 0);
  };
  turn();
}
