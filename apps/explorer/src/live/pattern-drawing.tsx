/** The pattern of a standing query, drawn: each element with its node, and which of its conditions hold. */
import { useEffect, useState } from 'preact/hooks';
import { Check, CircleDashed, X } from 'lucide-preact';
import type { Mark } from '../canvas/marks.js';
import {
  checkPattern,
  holdsWhole,
  nodesByState,
  type CheckedPart,
  type CheckedPatternEdge,
} from '../graph/matches/pattern-check.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { canvas, live } from '../session/session.js';
import { messageOfError } from '../api/http.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { storyTexts, whyTexts } from '../texts/story.js';
import { NodeName } from './named-values.js';
import { explanationOf } from './why.js';

/** @param props.ids nodes of the match, among which the root of the pattern is found. */
export function PatternDrawing(props: {
  readonly name: string;
  readonly ids: readonly string[];
  readonly isEnded: boolean;
}) {
  const { name, ids, isEnded } = props;
  const [pattern, setPattern] = useState<CheckedPart>();
  const [problem, setProblem] = useState<string>();
  const key = ids.join();
  useEffect(() => {
    let isOpen = true;
    let endMarks = (): void => undefined;
    void (async () => {
      const found = await checkPattern(ids, node => explanationOf(name, node));
      if (!isOpen) return;
      setPattern(found);
      if (found === undefined) setProblem(storyTexts.noPattern);
      else endMarks = live.showChecked(marksOf(found, isEnded));
    })().catch((error: unknown) => isOpen && setProblem(messageOfError(error)));
    return () => {
      isOpen = false;
      endMarks();
    };
  }, [name, key, isEnded]);
  if (problem !== undefined)
    return (
      <>
        <h4>{text.live.pattern}</h4>
        <p class="soft small">{problem}</p>
      </>
    );
  const areAllMet = pattern !== undefined && holdsWhole(pattern);
  return (
    <>
      <h4>{storyTexts.pattern(isEnded, areAllMet)}</h4>
      {pattern === undefined ? (
        <p class="soft small">{text.loading}</p>
      ) : (
        <ol class={isEnded && !areAllMet ? 'pattern ended' : 'pattern'}>
          <Part part={pattern} />
        </ol>
      )}
    </>
  );
}

function marksOf(pattern: CheckedPart, isEnded: boolean): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const [node, state] of nodesByState(pattern)) {
    if (state === 'holds') marks.set(node, 'match');
    else if (state === 'fails' && isEnded) marks.set(node, 'ended');
  }
  return marks;
}

const LINES = { yes: '', no: 'no', open: 'open-edge' } as const;

function Part({ part }: { readonly part: CheckedPart }) {
  const { node, variable, state, conditions, edges } = part;
  const linked = edges.filter(({ end }) => end !== undefined);
  const isChain = linked.length < 2;
  return (
    <li class={`part ${state}${isChain && linked.length > 0 ? ` linked ${LINES[linked[0]!.state]}` : ''}`}>
      <i class="part-dot" role="img" aria-label={storyTexts.states[state]} />
      <div class="part-head">
        {node === undefined ? (
          <span class="soft">{storyTexts.missing}</span>
        ) : (
          <button class="link" title={node} onClick={() => centerOn(node)}>
            <NodeName id={node} />
          </button>
        )}
        {variable !== null && <code class="soft small">{variable}</code>}
      </div>
      {conditions.length > 0 && (
        <ul class="checks">
          {conditions.map(({ text: condition, holds, found, hint }) => (
            <li key={condition} class={holds === undefined ? 'open' : holds ? 'yes' : 'no'}>
              <CheckIcon holds={holds} />
              <span>
                <code>{visible(condition)}</code>
                {holds === false && found !== undefined && (
                  <span class="soft"> {whyTexts.found(visiblyShown(found))}</span>
                )}
                {hint !== undefined && <span class="soft"> {visible(hint)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {edges.map((edge, i) => (
        <Edge key={i} edge={edge} isChain={isChain} />
      ))}
    </li>
  );
}

function Edge({ edge, isChain }: { readonly edge: CheckedPatternEdge; readonly isChain: boolean }) {
  const { state, matching, neighbors, end } = edge;
  const isKnown = state !== 'open';
  return (
    <div class="part-edge">
      <p class="small">
        <CheckIcon holds={isKnown ? state === 'yes' : undefined} /> <code>{visible(edge.text)}</code>
        {neighbors > 1 && <span class="soft"> {whyTexts.neighbours(matching, neighbors)}</span>}
      </p>
      {end !== undefined && (
        <ol class={isChain ? 'pattern' : 'pattern branch'}>
          <Part part={end} />
        </ol>
      )}
    </div>
  );
}

function CheckIcon({ holds }: { readonly holds: boolean | undefined }) {
  if (holds === undefined) return <CircleDashed size={14} aria-label="?" />;
  return holds ? <Check size={14} aria-label="✓" /> : <X size={14} aria-label="✗" />;
}

function centerOn(id: string): void {
  if (canvas.scene.nodes.has(id)) canvas.view?.centerOn(id);
  else void canvas.fetch([id]).then(() => canvas.view?.centerOn(id), showError);
}
