/** Picks which fields of the records become nodes, properties and edges. */
import { Plus, Trash2 } from 'lucide-preact';
import { visible } from '../graph/visible-text.js';
import { wizardTexts } from '../texts/ingest-wizard.js';
import { MOST_PICKED_NODES, type PickedEdge, type PickedNode, type Picks } from './picked-query.js';
import type { FieldPath, RecordColumn } from './record-table.js';

interface PickerProps {
  readonly columns: readonly RecordColumn[];
  readonly picks: Picks;
  readonly onChange: (picks: Picks) => void;
}

export function FieldPicker({ columns, picks, onChange }: PickerProps) {
  const { nodes, edges } = picks;
  const setNode = (index: number, node: PickedNode): void =>
    onChange({ nodes: nodes.with(index, node), edges });
  const setEdge = (index: number, edge: PickedEdge): void =>
    onChange({ nodes, edges: edges.with(index, edge) });
  return (
    <div class="field-picker">
      {nodes.map((node, i) => (
        <fieldset key={i}>
          <legend>{wizardTexts.node(letterOf(i))}</legend>
          <label class="field">
            <span>{wizardTexts.label}</span>
            <input
              value={node.label}
              onInput={event => setNode(i, { ...node, label: event.currentTarget.value })}
            />
          </label>
          <Fields
            title={wizardTexts.id}
            none={wizardTexts.wholeRecord}
            columns={columns}
            chosen={node.id}
            onChange={id => setNode(i, { ...node, id })}
          />
          <Fields
            title={wizardTexts.properties}
            all={columns.some(({ path }) => path.length === 0) ? undefined : wizardTexts.allProperties}
            columns={columns}
            chosen={node.properties}
            onChange={properties => setNode(i, { ...node, properties })}
            onAll={() => setNode(i, { ...node, properties: 'all' })}
          />
          {i > 0 && (
            <button type="button" class="quiet" onClick={() => onChange(withoutNode(picks, i))}>
              <Trash2 size={14} /> {wizardTexts.remove}
            </button>
          )}
        </fieldset>
      ))}
      {edges.map((edge, i) => (
        <fieldset key={`edge ${i}`} class="picked-edge">
          <legend>{wizardTexts.edge}</legend>
          <NodeChoice
            label={wizardTexts.from}
            nodes={nodes}
            value={edge.from}
            onChange={from => setEdge(i, { ...edge, from })}
          />
          <label class="field">
            <span>{wizardTexts.edgeType}</span>
            <input
              value={edge.type}
              onInput={event => setEdge(i, { ...edge, type: event.currentTarget.value })}
            />
          </label>
          <NodeChoice
            label={wizardTexts.to}
            nodes={nodes}
            value={edge.to}
            onChange={to => setEdge(i, { ...edge, to })}
          />
          <button
            type="button"
            class="quiet"
            onClick={() => onChange({ nodes, edges: edges.filter((_edge, j) => j !== i) })}
          >
            <Trash2 size={14} /> {wizardTexts.remove}
          </button>
        </fieldset>
      ))}
      <div class="picker-actions">
        {nodes.length < MOST_PICKED_NODES && (
          <button type="button" onClick={() => onChange(withNode(picks, columns))}>
            <Plus size={14} /> {wizardTexts.addNode}
          </button>
        )}
        {nodes.length > 1 && (
          <button
            type="button"
            onClick={() =>
              onChange({ nodes, edges: [...edges, { from: 0, to: nodes.length - 1, type: '' }] })
            }
          >
            <Plus size={14} /> {wizardTexts.addEdge}
          </button>
        )}
      </div>
    </div>
  );
}

function Fields(props: {
  readonly title: string;
  /** Shown if no field is chosen. */
  readonly none?: string;
  /** Choice of all fields. */
  readonly all?: string | undefined;
  readonly columns: readonly RecordColumn[];
  readonly chosen: readonly FieldPath[] | 'all';
  readonly onChange: (chosen: readonly FieldPath[]) => void;
  readonly onAll?: () => void;
}) {
  const { columns, chosen, onChange } = props;
  const paths = chosen === 'all' ? [] : chosen;
  const has = (path: FieldPath): boolean => paths.some(each => isSame(each, path));
  return (
    <div class="picked-fields" role="group" aria-label={props.title}>
      <span class="small soft">
        {props.title}
        {paths.length === 0 && props.none !== undefined ? `: ${props.none}` : ''}
      </span>
      {props.all !== undefined && (
        <label class="chip-choice">
          <input
            type="checkbox"
            checked={chosen === 'all'}
            onChange={event => (event.currentTarget.checked ? props.onAll?.() : onChange([]))}
          />
          {props.all}
        </label>
      )}
      {chosen !== 'all' &&
        columns
          .filter(({ path }) => path.length > 0 || props.none === undefined)
          .map(({ path }) => (
            <label key={path.join('\0')} class="chip-choice">
              <input
                type="checkbox"
                checked={has(path)}
                onChange={event =>
                  onChange(
                    event.currentTarget.checked
                      ? [...paths, path]
                      : paths.filter(each => !isSame(each, path)),
                  )
                }
              />
              {path.length === 0 ? wizardTexts.record : visible(path.join('.'))}
            </label>
          ))}
    </div>
  );
}

function NodeChoice(props: {
  readonly label: string;
  readonly nodes: readonly PickedNode[];
  readonly value: number;
  readonly onChange: (index: number) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={event => props.onChange(Number(event.currentTarget.value))}>
        {props.nodes.map(({ label }, i) => (
          <option key={i} value={i}>
            {letterOf(i)} {visible(label)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The new node is identified by the first field that no other node uses for that. */
function withNode({ nodes, edges }: Picks, columns: readonly RecordColumn[]): Picks {
  const used = nodes.flatMap(({ id }) => id);
  const free = columns.find(({ path }) => path.length > 0 && !used.some(each => isSame(each, path)));
  const id = free === undefined ? [] : [free.path];
  return { nodes: [...nodes, { label: '', id, properties: id }], edges };
}

/** Its edges are removed with it. */
function withoutNode({ nodes, edges }: Picks, index: number): Picks {
  const moved = (i: number): number => (i > index ? i - 1 : i);
  return {
    nodes: nodes.filter((_node, i) => i !== index),
    edges: edges
      .filter(({ from, to }) => from !== index && to !== index)
      .map(edge => ({ ...edge, from: moved(edge.from), to: moved(edge.to) })),
  };
}

function isSame(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

function letterOf(index: number): string {
  return String.fromCharCode(97 + index);
}
