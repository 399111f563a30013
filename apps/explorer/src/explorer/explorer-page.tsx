/** The graph, the query that fills it, and details of the selection. */
import type { ComponentType } from 'preact';
import { Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { X } from 'lucide-preact';
import { checked } from '../api/language.js';
import { readBubbles } from '../graph/share-link.js';
import { areSettingsOpen, editedEdgeStyle, editedStyle } from '../node-styles/opened-styles.js';
import { SHARED_SCENES } from '../session/canvas/scene-stores.js';
import { pageCommands } from '../shell/commands.js';
import { laterPart } from '../shell/later-part.js';
import { broughtQuery, broughtScene } from '../shell/router.js';
import { note, showError } from '../shell/toasts.js';
import { tutorialStep } from '../start/tutorial-step.js';
import { text } from '../texts/en.js';
import { GraphCanvas } from './canvas/canvas.js';
import { CanvasTools, Find, LAYOUTS, toggleArranging, toggleSlicer } from './canvas/canvas-tools.js';
import { collapseOrOpen } from './canvas/clusters.js';
import { expandSelected } from './canvas/expand.js';
import { FORMATS, saveFile } from './canvas/files.js';
import { Legend } from './canvas/legend.js';
import { NodeMenu } from './canvas/node-menu.js';
import type * as ChartParts from './chart-parts.js';
import type * as LaterParts from './later-parts.js';
import { SidePanel } from './panels/side-panel.js';
import { QueryBar } from './query/query-bar.js';
import { ViewSwitch } from './results/view-switch.js';
import {
  autosave,
  broughtBubbles,
  canvas,
  feeds,
  firstPicture,
  followSettings,
  isGraphEmpty,
  live,
  openPicture,
  queryParameters,
  readSettings,
  resultView,
  slicer,
  travel,
  vocabulary,
} from '../session/session.js';
import { editQuery, focusQuery, setQueryMode } from '../session/query-mode.js';
import { sideTab } from '../session/side-tab.js';
import { submit } from '../session/submit-query.js';

const afterPicture = (select: (parts: typeof LaterParts) => ComponentType): ComponentType =>
  laterPart(async () => {
    await firstPicture.shown;
    return select(await import('./later-parts.js'));
  });
const AskBox = afterPicture(parts => parts.AskBox);
const Inspector = afterPicture(parts => parts.Inspector);
const LivePanel = afterPicture(parts => parts.LivePanel);
const SchemaPanel = afterPicture(parts => parts.SchemaPanel);
const Results = afterPicture(parts => parts.Results);
const Settings = afterPicture(parts => parts.Settings);
const chart = (select: (parts: typeof ChartParts) => ComponentType): ComponentType =>
  laterPart(async () => {
    await firstPicture.shown;
    return select(await import('./chart-parts.js'));
  });
const MatchStrip = chart(parts => parts.MatchStrip);
const SlicerBar = chart(parts => parts.SlicerBar);
const TimeBar = chart(parts => parts.TimeBar);

interface Props {
  readonly isShown: boolean;
  /** Shown while the graph is empty. */
  readonly FirstSteps: ComponentType<{ readonly onWrite: () => void }>;
  readonly Tutorial: ComponentType;
}

export function ExplorerPage({ isShown, FirstSteps, Tutorial }: Props) {
  useEffect(open, []);
  useEffect(() => {
    if (isShown) pageCommands.value = COMMANDS;
    else pageCommands.value = [];
  }, [isShown]);
  const brought = broughtQuery.value;
  useEffect(() => {
    if (brought === undefined) return;
    broughtQuery.value = undefined;
    const { query, parameters = '{}', bubbles = '[]' } = brought;
    editQuery(query);
    queryParameters.value = parameters;
    broughtBubbles.value = readBubbles(bubbles);
    // Anyone can create a link, so a query that may write waits for the user.
    checked(query).then(
      ({ isReadOnly }) => (isReadOnly ? submit(query) : note(text.query.fromLink)),
      () => note(text.query.fromLink),
    );
  }, [brought]);
  const scene = broughtScene.value;
  useEffect(() => {
    if (scene === undefined) return;
    broughtScene.value = undefined;
    SHARED_SCENES.open(scene).then(found => found && autosave.show(found), showError);
  }, [scene]);
  const isGraph = resultView.value === 'graph';
  return (
    <div class="explorer">
      <h1 class="visually-hidden">{text.pages.explorer}</h1>
      <QueryBar AskBox={AskBox} />
      <div class="workspace">
        <div class="stage">
          <div class="stage-view" hidden={!isGraph}>
            <GraphCanvas />
            <EmptyCanvas FirstSteps={FirstSteps} />
            <div class="stage-over">
              <div class="stage-line">
                <CanvasTools />
                <Find />
              </div>
              <Legend />
              <div class="stage-foot">
                {tutorialStep.value !== undefined && (
                  <Suspense fallback={null}>
                    <Tutorial />
                  </Suspense>
                )}
                <OutsideView />
                <More />
                <Restored />
                <Suspense fallback={null}>
                  <FootBar />
                </Suspense>
              </div>
            </div>
          </div>
          <Suspense fallback={null}>{!isGraph && <Results />}</Suspense>
          <div class="stage-switch">
            <ViewSwitch />
          </div>
        </div>
        <Suspense fallback={null}>
          {(areSettingsOpen.value ||
            editedStyle.value !== undefined ||
            editedEdgeStyle.value !== undefined) && <Settings />}
        </Suspense>
        <NodeMenu />
        <SidePanel panels={{ selection: <Inspector />, live: <LivePanel />, schema: <SchemaPanel /> }} />
      </div>
    </div>
  );
}

function open(): () => void {
  let endAutosave = (): void => undefined;
  readSettings().catch(showError);
  const isBrought = broughtQuery.peek() !== undefined || broughtScene.peek() !== undefined;
  // A link shows only the results of its query. A canvas saved in the browser takes precedence over the initial
  // picture.
  if (!isBrought) openPicture().catch(showError);
  (isBrought ? Promise.resolve(false) : autosave.restore())
    .catch(showError)
    .then(() => (endAutosave = autosave.follow()))
    .catch(showError);
  const ends = [followSettings()];
  let isOpen = true;
  // Completion, matches and feeds wait for the picture, so that the service returns it sooner.
  void firstPicture.shown.then(() => {
    if (!isOpen) return;
    ends.push(live.follow(), feeds.follow());
    vocabulary.read().catch(() => undefined);
  });
  return () => {
    isOpen = false;
    [...ends, endAutosave].forEach(end => end());
  };
}

function More() {
  const waiting = canvas.waiting.value.length;
  if (waiting === 0) return null;
  const total = canvas.resultNodes.value;
  const next = Math.min(100, waiting);
  return (
    <div class="more-pill overlay" role="status">
      <span>{text.results.drawn(total - waiting, total)}</span>
      <button class="quiet" onClick={() => canvas.drawWaiting(next)}>
        {text.results.drawMore(next)}
      </button>
      {waiting > next && (
        <button class="quiet" onClick={() => canvas.drawWaiting(waiting)}>
          {text.results.drawAll}
        </button>
      )}
    </div>
  );
}

/** Nodes of the last result that the view does not show. */
function OutsideView() {
  const count = canvas.outside.value;
  if (count === 0) return null;
  return (
    <div class="more-pill overlay" role="status">
      <span>{text.canvas.outside(count)}</span>
      <button class="quiet" onClick={() => canvas.view?.fit()}>
        {text.canvas.showOutside}
      </button>
    </div>
  );
}

/** One bar at a time is below the canvas. */
function FootBar() {
  if (travel.isOpen.value) return <TimeBar />;
  if (slicer.isOpen.value) return <SlicerBar />;
  return live.hasTimeline.value ? <MatchStrip /> : null;
}

/** Offers to discard what a reload restored. */
function Restored() {
  if (!autosave.isRestored.value) return null;
  return (
    <div class="more-pill overlay" role="status">
      <span>{text.canvas.restored}</span>
      <button class="quiet" onClick={() => void autosave.drop().then(openPicture).catch(showError)}>
        {text.canvas.startFresh}
      </button>
      <button
        class="icon-button"
        aria-label={text.canvas.keepRestored}
        title={text.canvas.keepRestored}
        onClick={() => (autosave.isRestored.value = false)}
      >
        <X size={14} />
      </button>
    </div>
  );
}

function EmptyCanvas({ FirstSteps }: Pick<Props, 'FirstSteps'>) {
  void canvas.version.value;
  if (canvas.scene.nodes.size > 0 || !isGraphEmpty.value || tutorialStep.value !== undefined) return null;
  return (
    <div class="empty-canvas">
      <Suspense fallback={null}>
        <FirstSteps onWrite={writeCypher} />
      </Suspense>
    </div>
  );
}

const COMMANDS = [
  { name: text.query.focus, keys: '/', run: focusQuery },
  { name: text.query.modeHints.ask, keys: 'Q', run: askQuestion },
  { name: text.query.modeHints.cypher, run: writeCypher },
  { name: text.canvas.undo, keys: 'Ctrl Z', run: () => canvas.scene.undo() },
  { name: text.canvas.redo, keys: 'Ctrl Shift Z', run: () => canvas.scene.redo() },
  {
    name: text.inspector.select,
    keys: 'Ctrl A',
    run: () => canvas.selectShown(),
  },
  { name: text.inspector.remove, keys: 'Delete', run: () => canvas.removeSelected() },
  { name: text.inspector.hide, keys: 'H', run: () => canvas.hide(canvas.selected.value) },
  { name: text.legend.showEverything, keys: 'A', run: () => canvas.showAll() },
  { name: text.inspector.expand, keys: 'E', run: expandSelected },
  { name: text.clusters.command, keys: 'G', run: collapseOrOpen },
  { name: text.canvas.find, keys: 'F', run: () => document.getElementById('find')?.focus() },
  { name: text.canvas.fit, keys: '0', run: () => canvas.view?.fit() },
  { name: text.canvas.arrange, keys: 'Space', run: toggleArranging },
  { name: text.close, keys: 'Escape', run: () => canvas.select(new Set()) },
  { name: text.time.open, run: () => void travel.open().catch(showError) },
  { name: text.time.slicer, run: () => toggleSlicer() },
  { name: text.live.toggle, keys: 'L', run: () => live.drawing.toggle() },
  { name: text.live.title, run: () => (sideTab.value = 'live') },
  { name: text.schema.title, run: () => (sideTab.value = 'schema') },
  { name: text.styles.settings, run: () => (areSettingsOpen.value = true) },
  { name: text.tutorial, run: () => (tutorialStep.value = 0) },
  { name: text.canvas.clear, run: () => canvas.clear() },
  ...LAYOUTS.map(layout => ({
    name: text.canvas.layoutCommand(text.canvas.layouts[layout]),
    run: () => (canvas.chosenLayout.value = layout),
  })),
  ...FORMATS.map(format => ({
    name: text.canvas.saveCommand(text.canvas[format]),
    run: () => void saveFile(format).catch(showError),
  })),
];

function writeCypher(): void {
  setQueryMode('cypher');
  requestAnimationFrame(focusQuery);
}

function askQuestion(): void {
  setQueryMode('ask');
  requestAnimationFrame(focusQuery);
}
