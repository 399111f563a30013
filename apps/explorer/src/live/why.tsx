/** Explains why a node does not match a standing query: its pattern as a checklist, from the service. */
import { useEffect, useState } from 'preact/hooks';
import { Check, CircleDashed, CircleHelp, X } from 'lucide-preact';
import { request } from '../api/http.js';
import type { Explanation, ExplainedPatternNode } from '../api/types.js';
import { NodeName } from './named-values.js';
import { canvas, live } from '../session/session.js';
import { stateOfEdge } from '../graph/matches/checked-edge.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { Dialog } from '../shell/dialogs.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { whyTexts } from '../texts/story.js';

const MOST_NEIGHBOURS = 6;

export function explanationOf(name: string, node: string): Promise<Explanation> {
  const path = `api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:explain`;
  return request<Explanation>('POST', path, { node });
}

export function WhyPicker({ id }: { readonly id: string }) {
  const [shownQuery, setShownQuery] = useState<string>();
  const queries = live.standingQueries.value;
  if (queries.length === 0) return null;
  return (
    <section>
      <h3>{text.inspector.why}</h3>
      <div class="chips">
        {queries.map(({ name }) => (
          <button key={name} class="chip-button why" onClick={() => setShownQuery(name)}>
            <CircleHelp size={14} /> {name}
          </button>
        ))}
      </div>
      {shownQuery !== undefined && <Why name={shownQuery} id={id} onClose={() => setShownQuery(undefined)} />}
    </section>
  );
}

export function Why(props: { readonly name: string; readonly id: string; readonly onClose: () => void }) {
  const [nodeId, setNodeId] = useState(props.id);
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    setExplanation(undefined);
    explanationOf(props.name, nodeId).then(setExplanation, showError);
  }, [props.name, nodeId]);
  const pattern = live.patternOf(props.name);
  return (
    <Dialog title={`${whyTexts.title(explanation?.matches)} · ${props.name}`} isWide onClose={props.onClose}>
      {pattern !== undefined && <pre class="code">{pattern}</pre>}
      <p class="small">
        <strong>
          <NodeName id={nodeId} />
        </strong>{' '}
        <span class="mono soft">{nodeId}</span>
      </p>
      {explanation === undefined ? (
        <p class="soft">{text.loading}</p>
      ) : (
        <Checklist explanation={explanation} onNode={setNodeId} />
      )}
    </Dialog>
  );
}

function Checklist(props: { readonly explanation: Explanation; readonly onNode: (id: string) => void }) {
  const { exists, matches, missing = [], onNode = [], further = [] } = props.explanation;
  // Not the root, but part of some matches.
  const held = onNode.flatMap(({ isRoot, isAsked, holds, variable }) =>
    !isRoot && isAsked && holds && variable !== null ? [variable] : [],
  );
  const draw = (id: string): void => void canvas.fetch([id]).catch(showError);
  return (
    <div class="why-list">
      <p class={matches ? 'verdict good' : 'verdict'}>
        {matches ? <Check size={18} /> : <X size={18} />}
        {matches ? whyTexts.matches : exists ? whyTexts.missing : whyTexts.unknown}
      </p>
      {!matches && held.length > 0 && (
        <ul class="checks">
          <Checked holds>{whyTexts.takesPart(held)}</Checked>
        </ul>
      )}
      {missing.length > 0 && (
        <ul class="checks">
          {missing.map(({ node, variable, what }, i) => (
            <li key={i} class="no">
              <X size={15} />
              <span>
                {variable !== null && <code>{variable}</code>} {visible(what)}
                {node !== undefined && (
                  <span class="check-actions">
                    <button class="quiet small" title={node} onClick={() => props.onNode(node)}>
                      <NodeName id={node} />
                    </button>
                    <button class="quiet small" onClick={() => draw(node)}>
                      {whyTexts.draw}
                    </button>
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>{whyTexts.onNode}</h3>
      {onNode.map(part => (
        <Part key={part.part} part={part} onNode={props.onNode} />
      ))}
      {further.length > 0 && <h3>{whyTexts.further}</h3>}
      {further.map(({ node, parts }) => (
        <div key={node}>
          <button class="quiet small" title={node} onClick={() => props.onNode(node)}>
            <NodeName id={node} />
          </button>
          {parts.map(part => (
            <Part key={part.part} part={part} onNode={props.onNode} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Part({
  part,
  onNode,
}: {
  readonly part: ExplainedPatternNode;
  readonly onNode: (id: string) => void;
}) {
  return (
    <section class="why-part">
      <h4>
        <code>{part.variable ?? `#${part.part}`}</code>
        {part.isRoot && <span class="soft small"> {whyTexts.root}</span>}
        {!part.isAsked && !part.isRoot && <span class="soft small"> {whyTexts.notAsked}</span>}
      </h4>
      <ul class="checks">
        {part.conditions.map(({ condition, holds, found, hint }) => (
          <Checked key={condition} holds={holds}>
            <code>{visible(condition)}</code>
            {!holds && found !== undefined && (
              <span class="soft"> {whyTexts.found(visiblyShown(found))}</span>
            )}
            {hint !== undefined && <span class="soft"> {visible(hint)}</span>}
          </Checked>
        ))}
        {part.edges.map(each => (
          <CheckedEdge key={each.edge} of={each} onNode={onNode} />
        ))}
        {part.filters.map(({ filter, holds, fails }) => (
          <Checked key={filter} holds={holds > 0 || fails === 0}>
            <code>{visible(filter)}</code>
          </Checked>
        ))}
      </ul>
    </section>
  );
}

/** Optional edges do not prevent a match. */
function CheckedEdge(props: {
  readonly of: ExplainedPatternNode['edges'][number];
  readonly onNode: (id: string) => void;
}) {
  const { edge, neighbours, matching, matchingCount, others, hint } = props.of;
  const state = stateOfEdge(props.of);
  return (
    <Checked holds={state === 'open' ? undefined : state === 'yes'}>
      <code>{visible(edge)}</code>{' '}
      {state === 'open' ? whyTexts.notEvaluated(neighbours) : whyTexts.neighbours(matchingCount, neighbours)}
      {hint !== undefined && <span class="soft"> {visible(hint)}</span>}
      <span class="check-actions">
        {[...matching, ...others].slice(0, MOST_NEIGHBOURS).map(id => (
          <button key={id} class="quiet small" title={id} onClick={() => props.onNode(id)}>
            <NodeName id={id} />
          </button>
        ))}
      </span>
    </Checked>
  );
}

/** @param props.holds `undefined`: not known yet. */
function Checked(props: {
  readonly holds: boolean | undefined;
  readonly children: preact.ComponentChildren;
}) {
  const { holds } = props;
  return (
    <li class={holds === undefined ? 'open' : holds ? 'yes' : 'no'}>
      {holds === undefined ? (
        <CircleDashed size={15} aria-label="?" />
      ) : holds ? (
        <Check size={15} aria-label="✓" />
      ) : (
        <X size={15} aria-label="✗" />
      )}
      <span>{props.children}</span>
    </li>
  );
}
