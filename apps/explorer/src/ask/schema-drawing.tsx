/** The schema as a picture: labels as boxes, and edge types on the curves between them. Each starts a question. */
import { useEffect, useState } from 'preact/hooks';
import { Repeat } from 'lucide-preact';
import { messageOfError } from '../api/http.js';
import { allRows } from '../api/queries.js';
import { elementsOf } from '../graph/elements.js';
import { visible } from '../graph/visible-text.js';
import { backgroundOf, colorsOfLabel } from '../session/label-colors.js';
import { canvas, socket, vocabulary } from '../session/session.js';
import { Dialog } from '../shell/dialogs.js';
import { schemaText } from '../texts/ask.js';
import { format, text } from '../texts/en.js';
import { CONNECTIONS_QUERY, connectionsOf, type Connection } from './connections.js';
import { EMPTY_PATTERN, withEdge, withNode, type NodePart, type Pattern } from './pattern.js';
import { BOX, schemaLayout } from './schema-layout.js';
import { startQuestion } from './start-question.js';

/** More labels would not be readable. */
const MOST_LABELS = 30;

export function SchemaDrawing({ onClose }: { readonly onClose: () => void }) {
  const [connections, setConnections] = useState<readonly Connection[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    allRows(socket, { ...CONNECTIONS_QUERY, atTime: canvas.atTime.peek() }).then(
      ({ rows }) => isOpen && setConnections(connectionsOf(elementsOf(rows))),
      (error: unknown) => isOpen && setProblem(messageOfError(error)),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  const { labels, isExact } = vocabulary.schema.value;
  const shown = new Set(['', ...labels.slice(0, MOST_LABELS).map(([name]) => name)]);
  const start = (pattern: Pattern): void => {
    onClose();
    startQuestion(pattern);
  };
  const drawn = connections?.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const connected = new Set(connections?.flatMap(({ from, to }) => [from, to]));
  const apart = labels.filter(([name]) => !connected.has(name));
  return (
    <Dialog title={schemaText.title} onClose={onClose} isWide>
      <p class="soft small">
        {isExact ? schemaText.exact : schemaText.estimated} {schemaText.sample} {schemaText.hint}
        {labels.length > MOST_LABELS && ` ${schemaText.firstOf(MOST_LABELS, labels.length)}`}
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {drawn === undefined && problem === undefined && <p class="soft">{text.loading}</p>}
      {drawn?.length === 0 && <p class="soft">{schemaText.none}</p>}
      {drawn !== undefined && drawn.length > 0 && <Drawing connections={drawn} onStart={start} />}
      {connections !== undefined && apart.length > 0 && (
        <>
          <h3>{schemaText.apart}</h3>
          <div class="chips">
            {apart.slice(0, MOST_LABELS).map(([name, count]) => (
              <button
                key={name}
                class="chip-button"
                onClick={() => start(withNode(EMPTY_PATTERN, nodeOf(name)))}
              >
                {visible(name)} <span class="count">{format.number(count)}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

function Drawing(props: {
  readonly connections: readonly Connection[];
  readonly onStart: (pattern: Pattern) => void;
}) {
  const { connections, onStart } = props;
  const { labels, edgeTypes } = vocabulary.schema.value;
  const counts = new Map(labels);
  const edgeCounts = new Map(edgeTypes);
  const layout = schemaLayout(connections);
  const { left, top, width, height } = layout;
  const place = ({ x, y }: { x: number; y: number }) => ({ left: `${x - left}px`, top: `${y - top}px` });
  return (
    <div class="schema-drawing" role="region" tabIndex={0} aria-label={schemaText.drawing}>
      <div class="schema-plane" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden="true">
          {layout.connections.map(({ curve }) => curve && <path class="schema-line" d={curve.path} />)}
          {layout.connections.map(({ curve }) => curve && <path class="schema-arrow" d={curve.arrow} />)}
        </svg>
        {layout.labels.map(({ name, ...center }) => (
          <button
            key={name}
            class="schema-label"
            style={{ ...place(center), width: `${BOX.width}px`, height: `${BOX.height}px` }}
            title={visible(name)}
            onClick={() => onStart(withNode(EMPTY_PATTERN, nodeOf(name)))}
          >
            <i class="dot" style={{ background: backgroundOf(colorsOfLabel(name)) }} />
            <span class="clip">{visible(name || schemaText.noLabel)}</span>
            {counts.has(name) && <span class="count">{format.number(counts.get(name)!)}</span>}
          </button>
        ))}
        {layout.connections.map(({ from, type, to, x, y }) => {
          const count = edgeCounts.get(type);
          const isOnly = connections.filter(each => each.type === type).length === 1;
          return (
            <button
              key={JSON.stringify([from, type, to])}
              class="schema-edge"
              style={place({ x, y })}
              title={count === undefined ? visible(type) : `${visible(type)}: ${schemaText.ofType(count)}`}
              onClick={() =>
                onStart(withNode(withEdge(withNode(EMPTY_PATTERN, nodeOf(from)), type, 'out'), nodeOf(to)))
              }
            >
              {from === to && <Repeat size={12} />}
              <span class="visually-hidden">{visible(from || schemaText.noLabel)} → </span>
              <span class="clip">{visible(type)}</span>
              <span class="visually-hidden"> → {visible(to || schemaText.noLabel)} </span>
              {isOnly && count !== undefined && <span class="count">{format.number(count)}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function nodeOf(label: string): NodePart {
  return { ...(label === '' ? {} : { label }), conditions: [] };
}
