/** Labels and edge types on the canvas, with counts. A click hides a label or type, or shows it again. */
import { useState } from 'preact/hooks';
import { ChevronDown, ChevronUp, Eye, EyeOff, Palette } from 'lucide-preact';
import { labelsOf, meets } from '../../graph/appearance.js';
import { ruleOf } from '../../graph/appearance-rules.js';
import { visible } from '../../graph/visible-text.js';
import { editedEdgeStyle, editedStyle } from '../../node-styles/opened-styles.js';
import {
  backgroundOf,
  colorsOfLabel,
  colorsOfType,
  exampleOf,
  styleOfType,
} from '../../session/label-colors.js';
import { format, text } from '../../texts/en.js';
import { appearances, canvas } from '../../session/session.js';
import { ValueKeys } from './value-keys.js';

const MOST = 12;
const KEYS = ['match', 'ended', 'changed', 'absent'] as const;

export function Legend() {
  const [isOpen, setOpen] = useState(window.innerWidth > 700);
  const [isWhole, setWhole] = useState(false);
  const { labels, edges, nodeCount, edgeCount } = canvas.counts.value;
  void canvas.version.value;
  if (canvas.scene.nodes.size === 0) return null;
  const most = isWhole ? Infinity : MOST;
  const more = Math.max(0, labels.length - MOST) + Math.max(0, edges.length - MOST);
  return (
    <section class="legend overlay" aria-label={text.legend.title}>
      <button class="legend-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text.legend.title}
        <span class="soft small">
          {text.canvas.nodes(nodeCount)} · {text.canvas.edges(edgeCount)}
        </span>
        {isOpen ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
      </button>
      {isOpen && (
        <ul>
          {labels.slice(0, most).map(([label, count]) => (
            <Entry
              key={`n${label}`}
              name={label === '' ? text.legend.unlabeled : visible(label)}
              count={count}
              colors={colorsOfLabel(label)}
              isHidden={canvas.hiddenLabels.value.has(label)}
              onClick={() => (canvas.hiddenLabels.value = toggled(canvas.hiddenLabels.value, label))}
              onSelect={() => canvas.select(idsWith(label))}
              onStyle={() => openStyle(label)}
            />
          ))}
          {edges.slice(0, most).map(([type, count]) => (
            <Entry
              key={`e${type}`}
              isEdge
              name={visible(type)}
              count={count}
              colors={colorsOfType(type)}
              isHidden={canvas.hiddenEdgeTypes.value.has(type)}
              onClick={() => (canvas.hiddenEdgeTypes.value = toggled(canvas.hiddenEdgeTypes.value, type))}
              onStyle={() => {
                const replaces = styleOfType(type);
                editedEdgeStyle.value = { rule: replaces ?? { edgeType: type }, replaces };
              }}
            />
          ))}
          <ValueKeys />
          <Rings />
          {more > 0 && (
            <li>
              <button class="legend-entry more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                {isWhole ? text.legend.fewer : text.legend.more(more)}
              </button>
            </li>
          )}
        </ul>
      )}
      {(canvas.hiddenCount.value > 0 || canvas.hiddenEdgeTypes.value.size > 0) && (
        <button class="legend-hidden small" onClick={() => canvas.showAll()}>
          <Eye size={14} /> {text.legend.showAll(canvas.hiddenCount.value)}
        </button>
      )}
    </section>
  );
}

/** Meaning of the rings that are drawn now. */
function Rings() {
  const shown = new Set(canvas.marks.value.values());
  return KEYS.filter(mark => shown.has(mark)).map(mark => (
    <li key={mark} class="ring-key small soft">
      <i class={`ring-${mark}`} /> {text.legend.marks[mark]}
    </li>
  ));
}

function Entry(props: {
  readonly name: string;
  readonly count: number;
  readonly isEdge?: boolean;
  /** More than one where values decide. */
  readonly colors: readonly string[];
  readonly isHidden: boolean;
  readonly onClick: () => void;
  readonly onSelect?: () => void;
  readonly onStyle: () => void;
}) {
  return (
    <li class={props.isHidden ? 'hidden-kind' : ''}>
      <button
        class="legend-entry"
        aria-pressed={!props.isHidden}
        title={props.isHidden ? text.legend.show : text.legend.hide}
        onClick={props.onClick}
        onDblClick={props.onSelect}
      >
        <i
          class={props.isEdge ? 'swatch line' : 'swatch'}
          style={{ background: backgroundOf(props.colors) }}
        />
        <span class="clip" title={props.name}>
          {props.name}
        </span>
        {props.isHidden && <EyeOff size={13} />}
        <span class="count">{format.number(props.count)}</span>
      </button>
      <button
        class="icon-button"
        aria-label={text.styles.of(props.name)}
        title={text.styles.of(props.name)}
        onClick={props.onStyle}
      >
        <Palette size={14} />
      </button>
    </li>
  );
}

/** The rule for the label, or a new one based on the current appearance of its nodes. */
function openStyle(label: string): void {
  const replaces = ruleOf(label, appearances.value);
  const fitting = exampleOf(label);
  const now = appearances.value.find(({ predicate }) => fitting !== undefined && meets(fitting, predicate));
  const predicate = { propertyKeys: [], knownValues: {}, dbLabel: label };
  editedStyle.value = { rule: replaces ?? { ...now, predicate }, replaces };
}

function idsWith(label: string): ReadonlySet<string> {
  return new Set(
    [...canvas.shownNodes.value.values()].filter(node => labelsOf(node).includes(label)).map(({ id }) => id),
  );
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const changed = new Set(names);
  if (!changed.delete(name)) changed.add(name);
  return changed;
}
