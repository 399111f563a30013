/** Shows values, with node ids replaced by the node's name. */
import { useEffect } from 'preact/hooks';
import type { GraphNode } from '../graph/elements.js';
import { isNodeId } from '../graph/matches/match-query.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { canvas, currentStyle, spoken } from '../session/session.js';

/** The node on the canvas, or as first read; `undefined`: it is unknown or has no contents. */
function useNode(id: string | undefined): GraphNode | undefined {
  void canvas.version.value;
  const drawn = id === undefined ? undefined : canvas.scene.nodes.get(id);
  const isWanted = id !== undefined && drawn === undefined;
  useEffect(() => {
    if (isWanted) spoken.want(id);
  }, [id, isWanted]);
  const node = drawn ?? (id === undefined ? undefined : spoken.nodes.value.get(id));
  if (node === undefined) return undefined;
  return node.labels.length > 0 || Object.keys(node.properties).length > 0 ? node : undefined;
}

/** The name of a node; if it has none, the beginning of its id. */
export function NodeName({ id }: { readonly id: string }) {
  const node = useNode(id);
  return <span title={id}>{node === undefined ? id.slice(0, 8) : currentStyle(node).label}</span>;
}

export function NamedValue({ value }: { readonly value: unknown }) {
  const node = useNode(isNodeId(value) ? value : undefined);
  if (Array.isArray(value) && value.length > 0 && value.every(isNodeId))
    return (
      <>
        {value.map((id, i) => (
          <span key={i}>
            <NamedValue value={id} />{' '}
          </span>
        ))}
      </>
    );
  // Short until its name is known, so that rows keep their height.
  if (isNodeId(value) && node === undefined && !spoken.nodes.value.has(value))
    return <span title={value}>{value.slice(0, 8)}</span>;
  if (node === undefined) return <>{visiblyShown(value)}</>;
  const { color, label } = currentStyle(node);
  return (
    <span class="named-node" title={node.id}>
      <i class="swatch" style={{ background: color }} /> {label}
    </span>
  );
}

/** The named columns of one result. */
export function NamedRow({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  return (
    <>
      {Object.entries(row).map(([key, value]) => (
        <span key={key}>
          <span class="soft">{visible(key)}</span> <NamedValue value={value} />{' '}
        </span>
      ))}
    </>
  );
}
