/** Writes the canvas to files and reads it from them. Loaded on first use. */
import { edgesAsCsv, nodesAsCsv, svgOf, type DrawnNode } from '../../graph/exports.js';
import {
  historyOf,
  jsonLdOf,
  readHistory,
  replay,
  snapshotOf,
  type SavedPositions,
} from '../../graph/history-file.js';
import type { PictureFrame } from '../../graph/picture/picture-frame.js';
import { framed } from '../../canvas/framed-picture.js';
import { imageOf } from '../../canvas/picture.js';
import { readCanvas, writeCanvas } from '../../graph/saved-canvas.js';
import { saveFile } from '../../parts/save-file.js';
import { confirmed } from '../../shell/dialogs.js';
import { text } from '../../texts/en.js';
import { colorsOfPage } from './canvas.js';
import { frameOf } from './picture-key.js';
import { canvas, currentStyle, styles } from '../../session/session.js';

export type FileFormat =
  'png' | 'svg' | 'nodesCsv' | 'edgesCsv' | 'sceneJson' | 'history' | 'snapshot' | 'jsonLd';

const WRITERS: Readonly<Record<FileFormat, () => void | Promise<void>>> = {
  png: savePicture,
  svg: () => saveDrawing(),
  nodesCsv: () => saveFile('weir-nodes.csv', nodesAsCsv(canvas.scene), 'text/csv'),
  edgesCsv: () => saveFile('weir-edges.csv', edgesAsCsv(canvas.scene), 'text/csv'),
  sceneJson: () => saveFile('weir-canvas.json', writeCanvas(canvas.scene, currentPositions())),
  history: () => saveJson('history.json', historyOf(canvas.scene, currentPositions())),
  snapshot: () => saveJson('snapshot.json', snapshotOf(canvas.scene, currentPositions())),
  jsonLd: () => saveJson('graph.jsonld', jsonLdOf(canvas.scene), 'application/ld+json'),
};

export async function saveAs(format: FileFormat): Promise<void> {
  await WRITERS[format]();
}

async function savePicture(): Promise<void> {
  const picture = await canvas.view?.picture(colorsOfPage().surface);
  if (picture !== undefined) saveFile('weir-graph.png', await imageOf(picture));
}

/** Pixels of a picture with a legend for each pixel of the page. */
const SCALE = 2;

/** @param title above the picture. */
export async function saveFramed(title: string, format: 'png' | 'svg'): Promise<void> {
  const frame = frameOf(title);
  if (format === 'svg') return saveDrawing(frame);
  const colors = colorsOfPage();
  const picture = await canvas.view?.picture(colors.surface, SCALE);
  if (picture !== undefined) saveFile('weir-graph.png', await imageOf(framed(picture, frame, colors, SCALE)));
}

function saveDrawing(frame?: PictureFrame): void {
  const drawn = new Map<string, DrawnNode>();
  const { isHidden, isEdgeHidden } = canvas.viewState.value;
  const { nodes, edges } = canvas.drawn();
  const elements = { nodes, edges: new Map([...edges].filter(([, edge]) => !isEdgeHidden(edge))) };
  for (const node of nodes.values()) {
    if (isHidden(node)) continue;
    const position = canvas.view?.pixelsOf(node.id);
    if (position !== undefined) drawn.set(node.id, { ...position, ...currentStyle(node) });
  }
  if (drawn.size === 0) return;
  const { text: ink, soft, edge, surface } = colorsOfPage();
  saveFile(
    'weir-graph.svg',
    svgOf(
      elements,
      drawn,
      key => canvas.view?.curvatureOf(key) ?? 0,
      { text: ink, soft, edge, background: surface },
      each => styles.ofEdge(each),
      frame,
    ),
    'image/svg+xml',
  );
}

function currentPositions(): SavedPositions {
  return canvas.view?.positions() ?? new Map();
}

function saveJson(name: string, value: unknown, type?: string): void {
  saveFile(name, JSON.stringify(value, null, 2), type);
}

/** Loading a canvas can be undone; a history replaces the steps, so it asks first. */
export async function loadFile(content: string): Promise<void> {
  const history = readHistory(JSON.parse(content));
  if (history === undefined) {
    const { elements, positions } = readCanvas(content);
    canvas.clear();
    canvas.scene.add(elements);
    canvas.setPositions(positions);
    return;
  }
  const isReplacing = canvas.scene.nodes.size > 0;
  const { confirmHistory, confirmHistoryDetail, replace } = text.canvas;
  if (isReplacing && !(await confirmed(confirmHistory, confirmHistoryDetail, replace))) return;
  canvas.clear();
  canvas.setPositions(replay(canvas.scene, history));
}
