/** One of several panels beside the canvas; below it on narrow screens. */
import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Suspense } from 'preact/compat';
import { PanelRightClose, PanelRightOpen } from 'lucide-preact';
import { live } from '../../session/session.js';
import { sideTab, type SideTab } from '../../session/side-tab.js';
import { text } from '../../texts/en.js';
import { readStored, store } from '../../shell/storage.js';

const TITLES: Readonly<Record<SideTab, string>> = {
  selection: text.inspector.title,
  live: text.live.title,
  schema: text.schema.title,
};
const OPEN_KEY = 'weir.side';

const isSideOpen = signal(readStored<boolean>(OPEN_KEY) ?? window.innerWidth > 900);

effect(() => store(OPEN_KEY, isSideOpen.value));

export function SidePanel({ panels }: { readonly panels: Readonly<Record<SideTab, ComponentChildren>> }) {
  const shown = sideTab.value;
  const isOpen = isSideOpen.value;
  const fresh = live.matches.value.length;
  return (
    <aside class={isOpen ? 'side' : 'side closed'} aria-label={TITLES[shown]}>
      <div class="side-tabs">
        {/* While closed, tabs are shown if the panel is below the canvas: each opens it. */}
        <div role="tablist" onKeyDown={onTabKey}>
          {(Object.keys(TITLES) as SideTab[]).map(tab => (
            <button
              key={tab}
              role="tab"
              id={`tab-${tab}`}
              aria-selected={isOpen && tab === shown}
              aria-controls={isOpen ? 'side-body' : undefined}
              class={isOpen && tab === shown ? 'on' : ''}
              onClick={() => {
                sideTab.value = tab;
                isSideOpen.value = true;
              }}
            >
              {TITLES[tab]}
              {tab === 'live' && fresh > 0 && <i class="dot live" />}
            </button>
          ))}
        </div>
        <button
          class="icon-button"
          aria-expanded={isOpen}
          aria-label={text.panel(isOpen)}
          title={text.panel(isOpen)}
          onClick={() => (isSideOpen.value = !isOpen)}
        >
          {isOpen ? <PanelRightClose size={17} /> : <PanelRightOpen size={17} />}
        </button>
      </div>
      {isOpen && (
        <div class="side-body" id="side-body" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
          <Suspense fallback={null}>{panels[shown]}</Suspense>
        </div>
      )}
    </aside>
  );
}

function onTabKey(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const tabs = Object.keys(TITLES) as SideTab[];
  const next = tabs.at((tabs.indexOf(sideTab.value) + by) % tabs.length)!;
  sideTab.value = next;
  isSideOpen.value = true;
  document.getElementById(`tab-${next}`)?.focus();
}
