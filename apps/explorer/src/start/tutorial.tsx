/** Five steps from an empty graph to a match, beside the canvas on which they can be seen. */
import { useState } from 'preact/hooks';
import { X } from 'lucide-preact';
import { ApiError, request } from '../api/http.js';
import { FormError, failureOf, type Failure } from '../parts/form-error.js';
import { PageLink } from '../parts/page-link.js';
import { live, queryText, runQuery } from '../session/session.js';
import { sideTab } from '../session/side-tab.js';
import { text } from '../texts/en.js';
import { startTexts } from '../texts/start.js';
import { tutorialStep } from './tutorial-step.js';

const STANDING = 'api/v2/graph/quine/standingQueries';
const CHAIN = 'MATCH (a:Person)-[:knows]->(b:Person)-[:knows]->(c:Person)';

interface Step {
  /** Shown, and what the button does. */
  readonly query?: string;
  readonly run?: (query: string) => Promise<void> | void;
}

const STEPS: readonly Step[] = [
  {
    query: "CREATE (a:Person {name: 'Ada'})-[:knows]->(b:Person {name: 'Ben'})\nRETURN a, b",
    run: ask,
  },
  { query: 'MATCH (a:Person)-[:knows]->(b)\nRETURN a, b', run: ask },
  { query: `${CHAIN}\nRETURN DISTINCT id(a) AS id`, run: watch },
  {
    query: "MATCH (b:Person {name: 'Ben'})\nCREATE (b)-[:knows]->(c:Person {name: 'Cem'})\nRETURN b, c",
    run: ask,
  },
  {},
];

function ask(query: string): void {
  queryText.value = query;
  runQuery(query);
}

async function watch(query: string): Promise<void> {
  const definition = { name: 'tutorial', pattern: { type: 'Cypher', query } };
  try {
    await request('POST', STANDING, definition);
  } catch (error) {
    // It exists since the tutorial was taken before.
    if (!(error instanceof ApiError && /already/.test(error.message))) throw error;
  }
  await live.readList();
  sideTab.value = 'live';
}

export function Tutorial() {
  const position = tutorialStep.value;
  const [failure, setFailure] = useState<Failure>();
  if (position === undefined) return null;
  const { query, run } = STEPS[position]!;
  const { title, explanation } = startTexts.steps[position]!;
  const go = (to: number | undefined): void => {
    setFailure(undefined);
    tutorialStep.value = to;
  };
  const act = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await run?.(query!);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <section class="tutorial overlay" aria-label={startTexts.tutorial}>
      <header>
        <span class="soft small grow">{startTexts.stepOf(position + 1, STEPS.length)}</span>
        <button class="icon-button" aria-label={startTexts.closeTutorial} onClick={() => go(undefined)}>
          <X size={15} />
        </button>
      </header>
      <h2>{title}</h2>
      <p>{explanation}</p>
      {query !== undefined && <pre class="code">{query}</pre>}
      <FormError of={failure} />
      {query === undefined && (
        <p class="ways">
          <PageLink page="recipes">{text.pages.recipes}</PageLink>
          <PageLink page="streams">{text.pages.streams}</PageLink>
        </p>
      )}
      <div class="actions">
        {position > 0 && <button onClick={() => go(position - 1)}>{startTexts.back}</button>}
        {run !== undefined && <button onClick={() => void act()}>{startTexts.runStep}</button>}
        <button class="primary" onClick={() => go(position + 1 === STEPS.length ? undefined : position + 1)}>
          {position + 1 === STEPS.length ? text.done : startTexts.next}
        </button>
      </div>
    </section>
  );
}
