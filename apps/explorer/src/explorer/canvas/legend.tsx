/** Labels and edge types on the canvas, with counts. A click hides a type or shows it again. */
import { useState } from 'preact/hooks';
import { ChevronDown, ChevronUp, Eye, EyeOff, Palette } from 'lucide-preact';
import { colorOfType, meets, typeOf } from '../../graph/appearance.js';
import { ruleOf } from '../../graph/appearance-rules.js';
import { visible } from '../../graph/visible-text.js';
import { editedStyle } from '../../node-styles/opened-styles.js';
import { format, text } from '../../texts/en.js';
import { appearances, canvas, currentStyle } from '../../session/session.js';

const MOST = 12;
const KEYS = ['match', 'ended', 'changed', 'absent'] as const;

export function Legend() {
  const [isOpen, setOpen] = useState(window.innerWidth > 700);
  const [isWhole, setWhole] = useState(false);
  const { nodes, edges, nodeCount, edgeCount } = canvas.counts.value;
  void canvas.version.value;
  if (canvas.scene.nodes.size === 0) return null;
  const most = isWhole ? Infinity : MOST;
  const more = Math.max(0, nodes.length - MOST) + Math.max(0, edges.length - MOST);
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
          {nodes.slice(0, most).map(([type, count]) => (
            <Entry
              key={`n${type}`}
              name={type === '' ? text.legend.unlabeled : visible(type.replaceAll(':', ' · '))}
              count={count}
              color={colorOfKind(type)}
              isHidden={canvas.hiddenTypes.value.has(type)}
              onClick={() => (canvas.hiddenTypes.value = toggled(canvas.hiddenTypes.value, type))}
              onSelect={() => canvas.select(idsOfType(type))}
              onStyle={() => openStyle(type)}
            />
          ))}
          {edges.slice(0, most).map(([type, count]) => (
            <Entry
              key={`e${type}`}
              name={visible(type)}
              count={count}
              color={undefined}
              isHidden={canvas.hiddenEdgeTypes.value.has(type)}
              onClick={() => (canvas.hiddenEdgeTypes.value = toggled(canvas.hiddenEdgeTypes.value, type))}
            />
          ))}
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
  readonly color: string | undefined;
  readonly isHidden: boolean;
  readonly onClick: () => void;
  readonly onSelect?: () => void;
  readonly onStyle?: () => void;
}) {
  const { onStyle } = props;
  return (
    <li class={props.isHidden ? 'hidden-kind' : ''}>
      <button
        class="legend-entry"
        aria-pressed={!props.isHidden}
        title={props.isHidden ? text.legend.show : text.legend.hide}
        onClick={props.onClick}
        onDblClick={props.onSelect}
      >
        <i class={props.color === undefined ? 'swatch line' : 'swatch'} style={{ background: props.color }} />
        <span class="clip" title={props.name}>
          {props.name}
        </span>
        {props.isHidden && <EyeOff size={13} />}
        <span class="count">{format.number(props.count)}</span>
      </button>
      {onStyle !== undefined && (
        <button
          class="icon-button"
          aria-label={text.styles.of(props.name)}
          title={text.styles.of(props.name)}
          onClick={onStyle}
        >
          <Palette size={14} />
        </button>
      )}
    </li>
  );
}

/** The rule for its labels, or a new one based on the current appearance of its nodes. */
function openStyle(type: string): void {
  const replaces = ruleOf(type, appearances.value);
  const fitting = [...canvas.shownNodes.value.values()].find(node => typeOf(node) === type);
  const now = appearances.value.find(({ predicate }) => fitting !== undefined && meets(fitting, predicate));
  const predicate = { propertyKeys: [], knownValues: {}, dbLabel: type };
  editedStyle.value = { rule: replaces ?? { ...now, predicate }, replaces };
}

function colorOfKind(type: string): string {
  for (const node of canvas.shownNodes.value.values())
    if (typeOf(node) === type) return currentStyle(node).color;
  return colorOfType(type);
}

function idsOfType(type: string): ReadonlySet<string> {
  return new Set(
    [...canvas.shownNodes.value.values()].filter(node => typeOf(node) === type).map(({ id }) => id),
  );
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const changed = new Set(names);
  if (!changed.delete(name)) changed.add(name);
  return changed;
}
