/** Contents of the selected nodes or the selected edge. */
import { useState } from 'preact/hooks';
import { Copy, MousePointerClick, Pencil } from 'lucide-preact';
import { shown } from '../../api/exact-json.js';
import { typeOf } from '../../graph/appearance.js';
import type { GraphEdge, GraphNode } from '../../graph/elements.js';
import { visible } from '../../graph/visible-text.js';
import { WhyPicker } from '../../live/why.js';
import { Empty } from '../../parts/empty.js';
import { text } from '../../texts/en.js';
import { ClusterTools } from '../canvas/clusters.js';
import { drawPath, Expansion, QuickQueries } from '../canvas/expand.js';
import { copyText, selectionActions } from '../canvas/selection-actions.js';
import { PropertyEditor } from './property-editor.js';
import { canvas, currentStyle } from '../../session/session.js';

const MOST_LABELS = 12;

export function Inspector() {
  const edge = canvas.edgeSelected();
  const nodes = canvas.selectedNodes();
  if (edge !== undefined) return <EdgeDetails edge={edge} />;
  const [first, second] = nodes;
  if (first === undefined) return <Empty icon={MousePointerClick}>{text.inspector.none}</Empty>;
  if (second === undefined) return <NodeDetails node={first} key={first.id} />;
  const ids = nodes.map(({ id }) => id);
  return (
    <div class="panel">
      <h2>{text.inspector.several(nodes.length)}</h2>
      <ul class="node-list">
        {nodes.slice(0, 50).map(node => (
          <li key={node.id}>
            <NodeLink node={node} />
          </li>
        ))}
      </ul>
      {nodes.length === 2 && (
        <div class="actions start">
          <button onClick={() => void drawPath(first.id, second.id)}>{text.inspector.path}</button>
        </div>
      )}
      <ClusterTools />
      <Expansion ids={ids} />
      <QuickQueries ids={ids} />
      <SelectionActions />
    </div>
  );
}

function SelectionActions() {
  return (
    <section class="action-groups">
      {selectionActions().map(({ title, actions }) => (
        <div key={title} role="group" aria-label={title}>
          <h3>{title}</h3>
          <div class="actions start">
            {actions.map(({ name, run }) => (
              <button key={name} onClick={run}>
                {name}
              </button>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

function NodeLink({ node }: { readonly node: GraphNode }) {
  const shownNode = canvas.shownNodes.value.get(node.id) ?? node;
  const { color, label } = currentStyle(shownNode);
  return (
    <button
      class="node-link"
      onClick={() => {
        canvas.select(new Set([node.id]));
        canvas.view?.centerOn(node.id);
      }}
    >
      <i class="swatch" style={{ background: color }} />
      <span class="clip">{label}</span>
      <span class="soft small">{visible(typeOf(shownNode).replaceAll(':', ' · '))}</span>
    </button>
  );
}

function NodeDetails({ node }: { readonly node: GraphNode }) {
  const [isEditing, setEditing] = useState(false);
  const shownNode = canvas.shownNodes.value.get(node.id) ?? node;
  const { label, color } = currentStyle(shownNode);
  const before = canvas.past.value?.nodes.get(node.id);
  return (
    <div class="panel">
      <header>
        <h2 class="break">{label}</h2>
        <Labels of={shownNode.labels} color={color} />
        <button class="id-button mono" title={text.copy} onClick={() => copyText(node.id)}>
          {node.id} <Copy size={12} />
        </button>
      </header>
      {isEditing ? (
        <PropertyEditor node={node} onDone={() => setEditing(false)} />
      ) : (
        <section>
          <div class="panel-row">
            <h3 class="grow">{text.inspector.properties}</h3>
            <button
              class="quiet"
              disabled={canvas.atTime.value !== undefined}
              onClick={() => setEditing(true)}
            >
              <Pencil size={14} /> {text.inspector.edit}
            </button>
          </div>
          <Properties of={node} before={before} />
        </section>
      )}
      <Expansion ids={[node.id]} />
      <QuickQueries ids={[node.id]} />
      <Neighbors id={node.id} />
      <WhyPicker id={node.id} />
      <SelectionActions />
    </div>
  );
}

function Labels({ of, color }: { readonly of: readonly string[]; readonly color: string }) {
  const [isWhole, setWhole] = useState(of.length <= MOST_LABELS);
  return (
    <div class="chips">
      {(isWhole ? of : of.slice(0, MOST_LABELS)).map(each => (
        <span key={each} class="chip" style={{ borderColor: color }} title={visible(each)}>
          {visible(each)}
        </span>
      ))}
      {!isWhole && (
        <button class="chip-button" onClick={() => setWhole(true)}>
          {text.inspector.moreLabels(of.length - MOST_LABELS)}
        </button>
      )}
    </div>
  );
}

/** @param before the node at the chosen time; for differences, both values are shown. */
function Properties({ of, before }: { readonly of: GraphNode; readonly before: GraphNode | undefined }) {
  const keys = [...new Set([...Object.keys(of.properties), ...Object.keys(before?.properties ?? {})])].sort();
  if (keys.length === 0) return <p class="soft">{text.inspector.noProperties}</p>;
  return (
    <dl class="properties">
      {keys.map(key => {
        const [now, then] = [shown(of.properties[key]), shown(before?.properties[key])];
        const isOther = before !== undefined && now !== then;
        return (
          <div key={key} class={isOther ? 'changed' : ''}>
            <dt>{visible(key)}</dt>
            <dd>
              {isOther && <del class="mono">{then === '' ? '–' : visible(then)}</del>}
              <button class="value mono" title={text.copy} onClick={() => copyText(now)}>
                {visible(now)}
              </button>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Neighbors({ id }: { readonly id: string }) {
  const edges = [...canvas.scene.edges.values()].filter(({ from, to }) => from === id || to === id);
  if (edges.length === 0) return null;
  return (
    <section>
      <h3>{text.inspector.edgesOf}</h3>
      <ul class="node-list">
        {edges.slice(0, 30).map(({ key, from, to, type }) => {
          const other = canvas.scene.nodes.get(from === id ? to : from);
          return (
            <li key={key}>
              <button class="edge-link small" onClick={() => canvas.select(new Set(), key)}>
                {from === id ? `${visible(type)} →` : `← ${visible(type)}`}
              </button>
              {other !== undefined && <NodeLink node={other} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function EdgeDetails({ edge }: { readonly edge: GraphEdge }) {
  const ends = [canvas.scene.nodes.get(edge.from), canvas.scene.nodes.get(edge.to)] as const;
  return (
    <div class="panel">
      <h2 class="break">{visible(edge.type)}</h2>
      {ends.map(
        (node, i) =>
          node !== undefined && (
            <section key={i}>
              <h3>{i === 0 ? text.inspector.from : text.inspector.to}</h3>
              <NodeLink node={node} />
            </section>
          ),
      )}
      <section>
        <h3>{text.inspector.properties}</h3>
        <Properties of={{ id: edge.key, labels: [], properties: edge.properties }} before={undefined} />
      </section>
    </div>
  );
}
