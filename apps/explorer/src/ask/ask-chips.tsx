/**
 * The parts of a question as chips. Arrow keys move among them, Delete removes a chip, and Enter changes it: a condition
 * returns to the box, and for a node or an edge the box offers what can be changed.
 */
import type { ComponentChildren, RefObject } from 'preact';
import { visible } from '../graph/visible-text.js';
import { canvas, currentStyle } from '../session/session.js';
import { askText } from '../texts/ask.js';
import { ask } from './ask-model.js';
import { conditionWords } from './condition-text.js';
import {
  before,
  EMPTY_PATTERN,
  withoutCondition,
  type EdgePart,
  type NodePart,
  type Place,
} from './pattern.js';

interface ChipProps {
  readonly kind: 'node' | 'edge' | 'condition';
  readonly label?: string;
  readonly isChanged?: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

/** @param index counts from the end if it is negative. */
export function focusChip(box: HTMLElement | null, index: number): void {
  [...(box?.querySelectorAll<HTMLElement>('.ask-chip') ?? [])].at(index)?.focus();
}

export function AskChips(props: { readonly box: RefObject<HTMLElement>; readonly onLeave: () => void }) {
  const { box, onLeave } = props;
  const { nodes, edges } = ask.pattern.value;
  const question = ask.question.value;
  const chip = (chipProps: ChipProps) => <Chip {...chipProps} box={box} onLeave={onLeave} />;
  if (question !== undefined) {
    const clear = (): void => ask.set(EMPTY_PATTERN);
    return chip({
      kind: 'node',
      onEdit: clear,
      onRemove: clear,
      children: visible(askText.saved(question.name)),
    });
  }
  if (nodes.length === 0) return null;
  const placed = (place: Place): Pick<ChipProps, 'isChanged' | 'onEdit' | 'onRemove'> => {
    const changed = ask.changed.value;
    return {
      isChanged: changed?.on === place.on && changed.index === place.index,
      onEdit: () => ask.change(place),
      onRemove: () => ask.set(before(ask.pattern.value, place)),
    };
  };
  return (
    <div class="ask-chips" role="group" aria-label={askText.pattern}>
      {nodes.map((node, i) => (
        <>
          {chip({ kind: 'node', ...placed({ on: 'node', index: i }), children: visible(nameOf(node)) })}
          {node.conditions.map((condition, c) => {
            const words = conditionWords(condition);
            const remove = (): void => ask.set(withoutCondition(ask.pattern.value, i, c));
            return chip({
              kind: 'condition',
              onEdit: () => {
                remove();
                ask.change({ on: 'node', index: i });
                ask.text.value = words;
              },
              onRemove: remove,
              children: visible(words),
            });
          })}
          {edges[i] !== undefined &&
            chip({
              kind: 'edge',
              label: visible(edgeWords(edges[i])),
              ...placed({ on: 'edge', index: i }),
              children: visible(edgeFace(edges[i])),
            })}
        </>
      ))}
    </div>
  );
}

function Chip(props: ChipProps & { readonly box: RefObject<HTMLElement>; readonly onLeave: () => void }) {
  const { kind, label, isChanged = false, onEdit, onRemove, children, box, onLeave } = props;
  const onKey = (event: KeyboardEvent): void => {
    const chips = [...box.current!.querySelectorAll('.ask-chip')];
    const index = chips.indexOf(event.currentTarget as Element);
    const { key } = event;
    if (key === 'ArrowLeft') focusChip(box.current, Math.max(0, index - 1));
    else if (key === 'ArrowRight' && index < chips.length - 1) focusChip(box.current, index + 1);
    else if (key === 'Home') focusChip(box.current, 0);
    else if (key === 'ArrowRight' || key === 'End' || key === 'Escape') onLeave();
    else if (key === 'Delete' || key === 'Backspace') {
      onRemove();
      onLeave();
    } else return;
    event.preventDefault();
    // Keys of the page, such as Delete, act on the canvas.
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      class={`ask-chip ${kind}${isChanged ? ' changed' : ''}`}
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isChanged}
      onKeyDown={onKey}
      onClick={() => {
        onEdit();
        onLeave();
      }}
    >
      {children}
    </button>
  );
}

function nameOf({ id, label }: NodePart): string {
  if (id === undefined) return label ?? askText.anyNode;
  const node = canvas.shownNodes.value.get(id);
  return node === undefined ? id : currentStyle(node).label || id;
}

function edgeFace({ type, direction, least, most }: EdgePart): string {
  const steps = least === 1 && most === 1 ? '' : ` · ${askText.steps(least, most)}`;
  return askText.edge[direction]((type ?? askText.anyEdge) + steps);
}

function edgeWords({ type, direction, least, most }: EdgePart): string {
  return `${askText.edgeWords[direction](type ?? askText.anyEdge)}, ${askText.steps(least, most)}`;
}
