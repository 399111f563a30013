/** The frame of all pages. The explorer stays mounted, so that its canvas survives visits to other pages. */
import type { ComponentType } from 'preact';
import { Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import {
  Activity,
  BookOpen,
  Boxes,
  Command as CommandIcon,
  FileCode,
  Gauge,
  Moon,
  Share2,
  Signpost,
  Sun,
  Workflow,
  type LucideIcon,
} from 'lucide-preact';
import { ExplorerPage } from '../explorer/explorer-page.js';
import { Empty } from '../parts/empty.js';
import { PageLink } from '../parts/page-link.js';
import { readRunningRecipes } from '../recipes/running-recipes.js';
import { firstPicture } from '../session/session.js';
import type { PageName } from '../shell/address.js';
import { shellCommands } from '../shell/commands.js';
import { Questions } from '../shell/dialogs.js';
import { laterPart } from '../shell/later-part.js';
import { go, hrefOf, page, parameters } from '../shell/router.js';
import { isDark, nextTheme } from '../shell/theme.js';
import { Toasts } from '../shell/toasts.js';
import { followFigures } from '../streams/figures.js';
import { wantedForm } from '../streams/wanted-form.js';
import { text } from '../texts/en.js';
import { onKey } from './keys.js';
import { recoverFocus } from './lost-focus.js';
import { Overlays, overlay } from './palette.js';
import { StatusBar } from './status-bar.js';

/** Without the cluster page, which is linked from the metrics page: most graphs run in one process. */
const PAGES: readonly { readonly name: PageName; readonly icon: LucideIcon }[] = [
  { name: 'explorer', icon: Share2 },
  { name: 'dashboard', icon: Activity },
  { name: 'streams', icon: Workflow },
  { name: 'recipes', icon: BookOpen },
  { name: 'metrics', icon: Gauge },
  { name: 'docs', icon: FileCode },
];

const OTHERS: Readonly<Record<Exclude<PageName, 'explorer'>, ComponentType>> = {
  dashboard: laterPart(async () => (await import('./figures-part.js')).DashboardPage),
  streams: laterPart(async () => (await import('./streams-part.js')).StreamsPage),
  recipes: laterPart(async () => (await import('./streams-part.js')).RecipesPage),
  metrics: laterPart(async () => (await import('./figures-part.js')).MetricsPage),
  cluster: laterPart(async () => (await import('./figures-part.js')).ClusterPage),
  docs: laterPart(async () => (await import('../docs/docs-page.js')).DocsPage),
  missing: MissingPage,
};
const FirstSteps = laterPart(async () => (await import('./streams-part.js')).FirstSteps);
const Tutorial = laterPart(async () => (await import('./streams-part.js')).Tutorial);

export function App() {
  const shown = page.value;
  useEffect(() => {
    document.title = `${text.pages[shown]} · ${text.name}`;
  }, [shown]);
  useEffect(() => {
    shellCommands.value = [
      ...PAGES.map(({ name }) => ({ name: text.pages[name], run: () => go(name) })),
      { name: text.pages.cluster, run: () => go('cluster') },
      { name: text.palette.createIngest, run: () => ask('ingest') },
      { name: text.palette.createStanding, run: () => ask('standing') },
      { name: text.theme.toggle, run: nextTheme },
      { name: text.shortcuts.title, keys: '?', run: () => (overlay.value = 'shortcuts') },
    ];
    document.addEventListener('keydown', onKey);
    const endRecovery = recoverFocus();
    const endFigures = followFigures();
    // Less urgent than the first picture. Without the recipes, the bar shows the other figures.
    void firstPicture.shown.then(readRunningRecipes).catch(() => undefined);
    return () => {
      endFigures();
      endRecovery();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const Other = shown === 'explorer' ? undefined : OTHERS[shown];
  return (
    <div class={parameters.get('interactive') === 'false' ? 'app bare' : 'app'}>
      <a class="skip" href="#content" onClick={focusContent}>
        {text.skip}
      </a>
      <nav class="rail" aria-label={text.pages.label}>
        <a
          class="brand"
          href={hrefOf('explorer')}
          onClick={event => follow(event, 'explorer')}
          aria-label={text.name}
        >
          <Boxes size={22} />
        </a>
        {PAGES.map(({ name, icon: Icon }) => (
          <a
            key={name}
            class="rail-item"
            href={hrefOf(name)}
            aria-current={name === shown ? 'page' : undefined}
            onClick={event => follow(event, name)}
          >
            <Icon size={19} />
            <span>{text.pages[name]}</span>
          </a>
        ))}
        <span class="grow" />
        <button
          class="rail-item"
          onClick={() => (overlay.value = 'palette')}
          title={`${text.palette.title} (Ctrl K)`}
        >
          <CommandIcon size={18} />
          <span>{text.palette.title}</span>
        </button>
        <button class="rail-item" onClick={nextTheme} title={text.theme.toggle}>
          {isDark.value ? <Sun size={18} /> : <Moon size={18} />}
          <span>{isDark.value ? text.theme.light : text.theme.dark}</span>
        </button>
      </nav>
      <StatusBar />
      <main id="content" tabIndex={-1} class="content">
        <div class="page-slot" hidden={shown !== 'explorer'}>
          <ExplorerPage isShown={shown === 'explorer'} FirstSteps={FirstSteps} Tutorial={Tutorial} />
        </div>
        {Other !== undefined && (
          <Suspense fallback={<p class="loading soft">{text.loading}</p>}>
            <Other />
          </Suspense>
        )}
      </main>
      <Overlays />
      <Questions />
      <Toasts />
    </div>
  );
}

/** Opens a form of the streams page. */
function ask(form: 'ingest' | 'standing'): void {
  wantedForm.value = form;
  go('streams');
}

function MissingPage() {
  return (
    <div class="page">
      <h1>{text.pages.missing}</h1>
      <Empty icon={Signpost}>
        {text.missingPage}
        <span class="ways">
          <PageLink page="explorer">{text.pages.explorer}</PageLink>
          <PageLink page="dashboard">{text.pages.dashboard}</PageLink>
        </span>
      </Empty>
    </div>
  );
}

function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** A plain click stays in the page; the browser handles all others. */
function follow(event: MouseEvent, to: PageName): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(to);
}
