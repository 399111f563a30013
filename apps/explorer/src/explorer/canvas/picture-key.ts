/** The legend of a picture: what the legend of the page says about the nodes and edges that are shown. */
import type { FrameEntry, PictureFrame } from '../../graph/picture/picture-frame.js';
import { visible } from '../../graph/visible-text.js';
import { colorsOfLabel, colorsOfType } from '../../session/label-colors.js';
import { canvas, styles } from '../../session/session.js';
import { format, text } from '../../texts/en.js';
import { titleOfKey } from './value-keys.js';

/** Further labels, types and values are left out. */
const MOST = 16;

export function frameOf(title: string): PictureFrame {
  const { labels, edges, nodeCount, edgeCount } = canvas.counts.value;
  const at = new Date(canvas.atTime.value ?? Date.now());
  const counted = (name: string, count: number): string => `${name} (${format.number(count)})`;
  return {
    title,
    subtitle: `${text.canvas.nodes(nodeCount)} · ${text.canvas.edges(edgeCount)} · ${format.moment(at)}`,
    entries: [
      ...labels
        .filter(([label]) => !canvas.hiddenLabels.value.has(label))
        .slice(0, MOST)
        .map(([label, count]): FrameEntry => {
          const name = label === '' ? text.legend.unlabeled : visible(label);
          return { text: counted(name, count), shape: 'dot', colors: colorsOfLabel(label) };
        }),
      ...edges
        .filter(([type]) => !canvas.hiddenEdgeTypes.value.has(type))
        .slice(0, MOST)
        .map(([type, count]): FrameEntry => ({
          text: counted(visible(type), count),
          shape: 'line',
          colors: colorsOfType(type),
        })),
      ...styles.key.value.flatMap((key): FrameEntry[] => {
        const heading: FrameEntry = { text: titleOfKey(key), shape: 'heading', colors: [] };
        const [low, high] = (key.range ?? []).map(value => format.fine(value));
        const range: FrameEntry[] =
          low === undefined
            ? []
            : [
                {
                  text: text.legend.range(low, high!),
                  shape: key.colors === undefined ? 'heading' : 'scale',
                  colors: key.colors ?? [],
                },
              ];
        const values = key.values.slice(0, MOST).map(({ text: value, color, ids }): FrameEntry => ({
          text: counted(visible(value), ids.length),
          shape: 'dot',
          colors: [color],
        }));
        return [heading, ...range, ...values];
      }),
    ],
  };
}
