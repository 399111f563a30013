/** Named canvases in this browser: saved, opened, renamed, deleted, and, if they are small, shared as a link. */
import { useState } from 'preact/hooks';
import { Layers, Link, Pencil, Trash2 } from 'lucide-preact';
import { LARGEST_IN_LINK, linkToNodes } from '../../graph/share-link.js';
import { Menu } from '../../parts/menu.js';
import { confirmed, Dialog } from '../../shell/dialogs.js';
import { note, showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { refuseLarge } from '../../session/autosave.js';
import type { SceneName } from '../../session/kept-canvases.js';
import { autosave, canvas, keptCanvases } from '../../session/session.js';

export function Scenes() {
  const [scenes, setScenes] = useState<readonly SceneName[]>([]);
  const [renamed, setRenamed] = useState<string>();
  const refresh = (): void => void keptCanvases.scenes().then(setScenes, showError);
  const act = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      showError(error);
    }
    refresh();
  };
  const open = async (name: string): Promise<void> => {
    const found = await keptCanvases.scene(name);
    if (found !== undefined) autosave.show(found);
  };
  const remove = async (name: string): Promise<void> => {
    if (await confirmed(text.scenes.confirm(name), text.scenes.confirmDetail, text.delete))
      await keptCanvases.removeScene(name);
  };
  return (
    <>
      <Menu label={text.scenes.title} face={<Layers size={17} />} isRight onOpen={refresh}>
        {close => (
          <>
            <SaveForm
              onSave={name => {
                if (scenes.some(scene => scene.name === name)) return act(replace(name).then(close));
                return act(save(name).then(close));
              }}
            />
            {scenes.length === 0 && <p class="soft pad">{text.scenes.none}</p>}
            <ul class="menu-list">
              {scenes.map(({ name, nodeCount }) => (
                <li key={name} class="panel-row">
                  <button
                    class="menu-item grow"
                    onClick={() => {
                      void act(open(name));
                      close();
                    }}
                  >
                    <span class="clip">{name}</span> <span class="count">{text.canvas.nodes(nodeCount)}</span>
                  </button>
                  <button
                    class="icon-button"
                    disabled={nodeCount > LARGEST_IN_LINK}
                    aria-label={text.scenes.link(name)}
                    title={text.scenes.linkHint(LARGEST_IN_LINK)}
                    onClick={() => void act(copyLink(name))}
                  >
                    <Link size={14} />
                  </button>
                  <button
                    class="icon-button"
                    aria-label={text.scenes.rename(name)}
                    title={text.scenes.rename(name)}
                    onClick={() => {
                      setRenamed(name);
                      close();
                    }}
                  >
                    <Pencil size={14} />
                  </button>
                  <button
                    class="icon-button"
                    aria-label={`${text.delete}: ${name}`}
                    title={text.delete}
                    onClick={() => void act(remove(name))}
                  >
                    <Trash2 size={14} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Menu>
      {renamed !== undefined && (
        <RenameDialog
          name={renamed}
          taken={new Set(scenes.map(({ name }) => name))}
          onRename={to => void act(keptCanvases.renameScene(renamed, to))}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </>
  );
}

async function save(name: string): Promise<void> {
  const positions = canvas.view?.positions() ?? new Map();
  if (refuseLarge(await keptCanvases.saveScene(name, canvas.scene, positions, canvas.layout.value)))
    note(text.scenes.saved(name));
}

async function replace(name: string): Promise<void> {
  if (await confirmed(text.scenes.confirmReplace(name), text.scenes.confirmDetail, text.save))
    await save(name);
}

/** Links to the nodes by id; their contents are those at the time the link is opened. */
async function copyLink(name: string): Promise<void> {
  const found = await keptCanvases.scene(name);
  if (found === undefined) return;
  const { elements, layout } = found;
  const view = { layout, ...(elements.clusters === undefined ? {} : { clusters: elements.clusters }) };
  const link = linkToNodes([...elements.nodes.keys()], view, location.href);
  await navigator.clipboard.writeText(link);
  note(text.query.linkCopied);
}

function SaveForm({ onSave }: { readonly onSave: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  return (
    <form
      class="inline-form"
      onSubmit={event => {
        event.preventDefault();
        void onSave(name.trim());
        setName('');
      }}
    >
      <input
        required
        pattern=".*\S.*"
        value={name}
        aria-label={text.scenes.name}
        placeholder={text.scenes.name}
        onInput={event => setName(event.currentTarget.value)}
      />
      <button class="primary" disabled={canvas.scene.nodes.size === 0}>
        {text.scenes.save}
      </button>
    </form>
  );
}

function RenameDialog(props: {
  readonly name: string;
  readonly taken: ReadonlySet<string>;
  readonly onRename: (to: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(props.name);
  const to = name.trim();
  const isTaken = to !== props.name && props.taken.has(to);
  return (
    <Dialog title={text.scenes.rename(props.name)} onClose={props.onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (to === '' || isTaken) return;
          props.onRename(to);
          props.onClose();
        }}
      >
        <label class="field">
          <span>{text.scenes.name}</span>
          <input required value={name} onInput={event => setName(event.currentTarget.value)} />
        </label>
        {isTaken && (
          <p class="notice warn" role="alert">
            {text.scenes.taken(to)}
          </p>
        )}
        <div class="actions">
          <button class="primary" disabled={isTaken}>
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
