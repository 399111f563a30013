/** Named canvases, in this browser or on the server: saved, opened, renamed, deleted, and shared as a link. */
import { useState } from 'preact/hooks';
import { Layers, Link, Pencil, Trash2 } from 'lucide-preact';
import { LARGEST_IN_LINK, linkToNodes, linkToScene } from '../../graph/share-link.js';
import { Menu } from '../../parts/menu.js';
import { confirmed } from '../../shell/dialogs.js';
import { note, showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { sceneTexts } from '../../texts/scenes.js';
import {
  browserScenes,
  SHARED_SCENES,
  type ListedScene,
  type SceneStore,
} from '../../session/canvas/scene-stores.js';
import { autosave, canvas, keptCanvases } from '../../session/session.js';
import { RenameDialog, SaveForm } from './scene-forms.js';

type Place = 'browser' | 'server';
type Scenes = Readonly<Record<Place, readonly ListedScene[]>>;

const STORES: Readonly<Record<Place, SceneStore>> = {
  browser: browserScenes(keptCanvases),
  server: SHARED_SCENES,
};
const PLACES = ['browser', 'server'] as const;
const NO_SCENES: Scenes = { browser: [], server: [] };

export function Scenes() {
  const [scenes, setScenes] = useState<Scenes>(NO_SCENES);
  const [renamed, setRenamed] = useState<{ readonly scene: ListedScene; readonly place: Place }>();
  const refresh = (): void => {
    for (const place of PLACES)
      STORES[place].list().then(found => setScenes(all => ({ ...all, [place]: found })), showError);
  };
  const act = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(showError);
    refresh();
  };
  const none = scenes.browser.length + scenes.server.length === 0;
  return (
    <>
      <Menu label={sceneTexts.title} face={<Layers size={17} />} isRight onOpen={refresh}>
        {close => (
          <>
            <SaveForm
              isEmpty={canvas.scene.nodes.size === 0}
              onSave={(name, place) => act(save(name, place, scenes[place]).then(close))}
            />
            {none && <p class="soft pad">{sceneTexts.none}</p>}
            {PLACES.map(
              place =>
                scenes[place].length > 0 && (
                  <section key={place}>
                    <h3 class="small soft pad">
                      {place === 'browser' ? sceneTexts.inBrowser : sceneTexts.onServer}
                    </h3>
                    <ul class="menu-list">
                      {scenes[place].map(scene => (
                        <Item
                          key={scene.id}
                          scene={scene}
                          place={place}
                          onOpen={() => {
                            void act(open(scene.id, place));
                            close();
                          }}
                          onLink={() => void act(copyLink(scene, place))}
                          onRename={() => {
                            setRenamed({ scene, place });
                            close();
                          }}
                          onRemove={() => void act(remove(scene, place))}
                        />
                      ))}
                    </ul>
                  </section>
                ),
            )}
          </>
        )}
      </Menu>
      {renamed !== undefined && (
        <RenameDialog
          name={renamed.scene.name}
          taken={new Set(scenes[renamed.place].map(({ name }) => name))}
          onRename={to => void act(STORES[renamed.place].rename(renamed.scene.id, to))}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </>
  );
}

function Item(props: {
  readonly scene: ListedScene;
  readonly place: Place;
  readonly onOpen: () => void;
  readonly onLink: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const { name, nodeCount, author } = props.scene;
  const isShared = props.place === 'server';
  const action = (label: string, title: string, Icon: typeof Link, run: () => void, isOff = false) => (
    <button class="icon-button" disabled={isOff} aria-label={label} title={title} onClick={run}>
      <Icon size={14} />
    </button>
  );
  const link = isShared ? sceneTexts.linkToScene(name) : sceneTexts.link(name);
  return (
    <li class="panel-row">
      <button class="menu-item grow" onClick={props.onOpen}>
        <span class="clip">{name}</span> <span class="count">{sceneTexts.details(nodeCount, author)}</span>
      </button>
      {action(
        link,
        isShared ? link : sceneTexts.linkHint(LARGEST_IN_LINK),
        Link,
        props.onLink,
        !isShared && nodeCount > LARGEST_IN_LINK,
      )}
      {action(sceneTexts.rename(name), sceneTexts.rename(name), Pencil, props.onRename)}
      {action(`${text.delete}: ${name}`, text.delete, Trash2, props.onRemove)}
    </li>
  );
}

async function open(id: string, place: Place): Promise<void> {
  const found = await STORES[place].open(id);
  if (found !== undefined) autosave.show(found);
}

async function save(name: string, place: Place, scenes: readonly ListedScene[]): Promise<void> {
  const replaces = scenes.find(scene => scene.name === name)?.id;
  const { confirmReplace, replaceDetail, replace } = sceneTexts;
  if (replaces !== undefined && !(await confirmed(confirmReplace(name), replaceDetail, replace))) return;
  const content = {
    elements: canvas.scene,
    positions: canvas.view?.positions() ?? new Map(),
    layout: canvas.layout.value,
  };
  await STORES[place].save(name, content, replaces);
  note((place === 'browser' ? sceneTexts.saved : sceneTexts.shared)(name));
}

async function remove({ id, name }: ListedScene, place: Place): Promise<void> {
  const detail = place === 'browser' ? sceneTexts.confirmDetail : sceneTexts.confirmShared;
  if (await confirmed(sceneTexts.confirm(name), detail, text.delete)) await STORES[place].remove(id);
}

/**
 * A shared scene is linked itself. The link to a scene of this browser contains the ids of its nodes; their contents
 * are those at the time the link is opened.
 */
async function copyLink({ id }: ListedScene, place: Place): Promise<void> {
  let link = linkToScene(id, location.href);
  if (place === 'browser') {
    const found = await STORES.browser.open(id);
    if (found === undefined) return;
    const { elements, layout } = found;
    const view = { layout, ...(elements.clusters === undefined ? {} : { clusters: elements.clusters }) };
    link = linkToNodes([...elements.nodes.keys()], view, location.href);
  }
  await navigator.clipboard.writeText(link);
  note(text.query.linkCopied);
}
