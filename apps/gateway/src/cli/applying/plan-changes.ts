/**
 * The changes that bring a server to the state of a recipe, in the order in which they are made: ingest streams end
 * first and start last, so that standing queries see all of their records.
 */
import type { GraphState, StandingState, WantedState } from './graph-state.js';
import { UI_LISTS } from './graph-state.js';
import type { RecipeServer } from './server-state.js';
import { differencesOf, type FieldDifference } from './settings-difference.js';

export interface Change {
  /** `~` changes an item in place, or replaces it. */
  readonly sign: '+' | '-' | '~';
  /** For example `standing query alarm`. */
  readonly item: string;
  /** Consequence of the change for the item's state. */
  readonly effect?: string;
  readonly differences: readonly FieldDifference[];
  readonly steps: readonly Step[];
}

type Stage = 'end streams' | 'standing queries' | 'propagate' | 'start streams' | 'settings';

export interface Step {
  readonly stage: Stage;
  run(server: RecipeServer): Promise<void>;
}

/** Order of the steps of all changes. */
export const STAGES: readonly Stage[] = [
  'end streams',
  'standing queries',
  'propagate',
  'start streams',
  'settings',
];

export function planChanges(live: GraphState, wanted: WantedState, prune: boolean): Change[] {
  return [
    ...standingChanges(live, wanted, prune),
    ...ingestChanges(live, wanted, prune),
    ...uiChanges(live, wanted),
  ];
}

function ingestChanges(live: GraphState, wanted: WantedState, prune: boolean): Change[] {
  const start = (name: string): Step => ({
    stage: 'start streams',
    run: server => server.createIngest(wanted.bodies.ingests.get(name)!),
  });
  const end = (name: string): Step => ({ stage: 'end streams', run: server => server.removeIngest(name) });
  const changed = [...wanted.ingests].flatMap(([name, { shown }]): Change[] => {
    const item = `ingest stream ${name}`;
    const present = live.ingests.get(name);
    if (present === undefined) return [{ sign: '+', item, differences: [], steps: [start(name)] }];
    const differences = differencesOf(present.shown, shown);
    if (differences.length === 0) return [];
    const effect = 'replaced; reads its source from the start position again';
    return [{ sign: '~', item, effect, differences, steps: [end(name), start(name)] }];
  });
  return [...changed, ...removals('ingest stream', live.ingests, wanted.ingests, prune, end)];
}

function standingChanges(live: GraphState, wanted: WantedState, prune: boolean): Change[] {
  const end = (name: string): Step => ({
    stage: 'standing queries',
    run: server => server.removeStanding(name),
  });
  const changed = [...wanted.standing].flatMap(([name, state]): Change[] => {
    const present = live.standing.get(name);
    const create: readonly Step[] = [
      {
        stage: 'standing queries',
        run: server => server.createStanding(name, wanted.bodies.standing.get(name)!),
      },
      { stage: 'propagate', run: server => server.propagate() },
    ];
    if (present === undefined)
      return [{ sign: '+', item: `standing query ${name}`, differences: [], steps: create }];
    return changesOf(name, present, state, wanted, prune, [end(name), ...create]);
  });
  return [...changed, ...removals('standing query', live.standing, wanted.standing, prune, end)];
}

function changesOf(
  name: string,
  live: StandingState,
  state: StandingState,
  wanted: WantedState,
  prune: boolean,
  replacement: readonly Step[],
): Change[] {
  const item = `standing query ${name}`;
  const differences = differencesOf(live.shown, state.shown);
  if (differences.some(({ path }) => !path.startsWith('pattern.'))) {
    const effect = 'replaced; reports all its matches again';
    return [{ sign: '~', item, effect, differences, steps: replacement }];
  }
  const { pattern } = wanted.bodies.standing.get(name) as { readonly pattern: object };
  const replace: Step = {
    stage: 'standing queries',
    run: server => server.replacePattern(name, pattern),
  };
  const effect = 'changed in place; reports the difference of its results';
  return [
    ...(differences.length > 0 ? [{ sign: '~', item, effect, differences, steps: [replace] } as const] : []),
    ...outputChanges(name, live, state, wanted, prune),
  ];
}

function outputChanges(
  query: string,
  live: StandingState,
  state: StandingState,
  wanted: WantedState,
  prune: boolean,
): Change[] {
  const stage = 'standing queries';
  const kind = `output of standing query ${query}:`;
  const add = (name: string): Step => ({
    stage,
    run: server => server.createOutput(query, name, wanted.bodies.outputs.get(query)!.get(name)!),
  });
  const end = (name: string): Step => ({ stage, run: server => server.removeOutput(query, name) });
  const changed = [...state.outputs].flatMap(([name, shown]): Change[] => {
    const item = `${kind} ${name}`;
    const present = live.outputs.get(name);
    if (present === undefined) return [{ sign: '+', item, differences: [], steps: [add(name)] }];
    const differences = differencesOf(present, shown);
    if (differences.length === 0) return [];
    return [{ sign: '~', item, effect: 'replaced', differences, steps: [end(name), add(name)] }];
  });
  return [...changed, ...removals(kind, live.outputs, state.outputs, prune, end)];
}

function removals(
  kind: string,
  live: ReadonlyMap<string, unknown>,
  wanted: ReadonlyMap<string, unknown>,
  prune: boolean,
  end: (name: string) => Step,
): Change[] {
  if (!prune) return [];
  const names = [...live.keys()].filter(name => !wanted.has(name));
  return names.map(name => ({ sign: '-', item: `${kind} ${name}`, differences: [], steps: [end(name)] }));
}

const UI_NAMES = {
  nodeAppearances: 'node appearances',
  edgeAppearances: 'edge appearances',
  layouts: 'layout',
  quickQueries: 'quick queries',
  sampleQueries: 'sample queries',
} as const;

/** Empty lists of a recipe leave those of the server unchanged. */
function uiChanges(live: GraphState, wanted: WantedState): Change[] {
  return UI_LISTS.flatMap((list): Change[] => {
    const items = wanted.ui[list];
    const differences = differencesOf(live.ui[list], items);
    if ((items as readonly unknown[]).length === 0 || differences.length === 0) return [];
    const step: Step = { stage: 'settings', run: server => server.replaceUiList(list, items) };
    return [{ sign: '~', item: UI_NAMES[list], effect: 'replaced', differences, steps: [step] }];
  });
}
