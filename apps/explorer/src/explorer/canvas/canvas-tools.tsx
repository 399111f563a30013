/** Buttons over the canvas. */
import { useState } from 'preact/hooks';
import {
  Bookmark,
  Eraser,
  Filter,
  History,
  LayoutGrid,
  Maximize,
  Palette,
  Pause,
  Redo2,
  Search,
  SlidersHorizontal,
  Undo2,
  Wind,
  ZoomIn,
  ZoomOut,
} from 'lucide-preact';
import type { LayoutName } from '../../canvas/layouts.js';
import { LiveSwitch } from '../../live/live-switch.js';
import { areSettingsOpen } from '../../node-styles/opened-styles.js';
import { Menu } from '../../parts/menu.js';
import { showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { Files } from './files.js';
import { Scenes } from './scenes.js';
import { canvas, slicer, travel } from '../../session/session.js';

export const LAYOUTS: readonly LayoutName[] = ['force', 'tree', 'radial', 'grid'];

export function CanvasTools() {
  void canvas.version.value;
  const { scene } = canvas;
  const isKept = canvas.keepsArranging.value;
  return (
    <div class="canvas-tools overlay" role="toolbar" aria-label={text.canvas.label}>
      <Tool label={text.canvas.undo} isOff={!scene.canUndo} onClick={() => scene.undo()}>
        <Undo2 size={17} />
      </Tool>
      <Tool label={text.canvas.redo} isOff={!scene.canRedo} onClick={() => scene.redo()}>
        <Redo2 size={17} />
      </Tool>
      <Checkpoints />
      <i class="divider" />
      <Tool
        label={isKept ? text.canvas.arrangeStop : text.canvas.arrange}
        isOn={canvas.isArranging.value}
        onClick={toggleArranging}
      >
        {isKept ? <Pause size={17} /> : <Wind size={17} />}
      </Tool>
      <Menu label={text.canvas.layout} face={<LayoutGrid size={17} />} isRight>
        {close => (
          <ul class="menu-list">
            {LAYOUTS.map(layout => (
              <li key={layout}>
                <button
                  class={canvas.layout.value === layout ? 'menu-item chosen' : 'menu-item'}
                  onClick={() => {
                    canvas.chosenLayout.value = layout;
                    close();
                  }}
                >
                  {text.canvas.layouts[layout]}
                  {canvas.automaticLayout.value === layout && (
                    <span class="count">{text.canvas.automatic}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Menu>
      <Tool label={text.canvas.fit} onClick={() => canvas.view?.fit()}>
        <Maximize size={17} />
      </Tool>
      <Tool kind="zoom" label={text.canvas.zoomIn} onClick={() => canvas.view?.zoom(0.7)}>
        <ZoomIn size={17} />
      </Tool>
      <Tool kind="zoom" label={text.canvas.zoomOut} onClick={() => canvas.view?.zoom(1.4)}>
        <ZoomOut size={17} />
      </Tool>
      <i class="divider" />
      <Tool
        label={text.time.open}
        isOn={travel.isOpen.value}
        onClick={() => void (travel.isOpen.value ? travel.close() : travel.open()).catch(showError)}
      >
        <History size={17} /> <span class="word">{text.time.title}</span>
      </Tool>
      <Tool label={text.time.slicer} isOn={slicer.isOpen.value} onClick={toggleSlicer}>
        <SlidersHorizontal size={17} />
      </Tool>
      <LiveSwitch />
      <i class="divider" />
      <Scenes />
      <Files />
      <i class="divider" />
      <Tool label={text.styles.settings} onClick={() => (areSettingsOpen.value = true)}>
        <Palette size={17} />
      </Tool>
      <Tool label={text.canvas.clear} isOff={scene.nodes.size === 0} onClick={() => canvas.clear()}>
        <Eraser size={17} />
      </Tool>
    </div>
  );
}

export function toggleSlicer(): void {
  if (slicer.isOpen.value) return slicer.close();
  // Both are below the canvas.
  if (travel.isOpen.value) void travel.close().catch(showError);
  slicer.open();
}

export function toggleArranging(): void {
  canvas.keepsArranging.value = !canvas.keepsArranging.value;
  canvas.view?.play(canvas.keepsArranging.value);
}

function Tool(props: {
  readonly label: string;
  readonly kind?: string;
  readonly onClick: () => void;
  readonly isOff?: boolean;
  readonly isOn?: boolean;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <button
      class={`icon-button ${props.kind ?? ''}${props.isOn ? ' on' : ''}`}
      title={props.label}
      aria-label={props.label}
      disabled={props.isOff ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

function Checkpoints() {
  const [name, setName] = useState('');
  return (
    <Menu label={text.canvas.checkpoint} face={<Bookmark size={17} />} isRight>
      {close => (
        <>
          <form
            class="inline-form"
            onSubmit={event => {
              event.preventDefault();
              canvas.scene.checkpoint(name);
              setName('');
              close();
            }}
          >
            <input
              required
              value={name}
              aria-label={text.canvas.checkpointName}
              placeholder={text.canvas.checkpointName}
              onInput={event => setName(event.currentTarget.value)}
            />
            <button class="primary">{text.canvas.setCheckpoint}</button>
          </form>
          {canvas.scene.checkpoints.length === 0 && <p class="soft pad">{text.canvas.noCheckpoints}</p>}
          <ul class="menu-list">
            {canvas.scene.checkpoints.map(checkpoint => (
              <li key={checkpoint.name}>
                <button
                  class={checkpoint.steps === canvas.scene.stepsDone ? 'menu-item chosen' : 'menu-item'}
                  onClick={() => {
                    canvas.scene.jumpTo(checkpoint);
                    close();
                  }}
                >
                  {checkpoint.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Menu>
  );
}

export function Find() {
  const found = canvas.found.value;
  return (
    <div class="find overlay">
      <Search size={15} />
      <input
        id="find"
        type="search"
        placeholder={text.canvas.find}
        title={text.canvas.findHint}
        aria-label={text.canvas.find}
        value={canvas.searched.value}
        onInput={event => (canvas.searched.value = event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            canvas.searched.value = '';
            document.getElementById('content')?.focus();
          } else if (event.key === 'Enter' && found !== undefined) {
            canvas.select(event.shiftKey ? new Set([...canvas.selected.value, ...found]) : found);
            canvas.view?.centerOn(...canvas.selected.value);
          }
        }}
      />
      {found !== undefined && (
        <>
          <span class="soft small">{text.canvas.found(found.size)}</span>
          <button
            class="icon-button"
            aria-label={text.canvas.onlyFound}
            title={text.canvas.onlyFound}
            disabled={found.size === 0}
            onClick={() => {
              canvas.hideOthers(found);
              canvas.searched.value = '';
            }}
          >
            <Filter size={14} />
          </button>
        </>
      )}
    </div>
  );
}
