/** Saves the canvas to a file and loads it. */
import { Suspense } from 'preact/compat';
import { useRef, useState } from 'preact/hooks';
import { Save } from 'lucide-preact';
import { Menu } from '../../parts/menu.js';
import { laterPart } from '../../shell/later-part.js';
import { showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import type { FileFormat } from './file-actions.js';

export const FORMATS: readonly FileFormat[] = [
  'png',
  'svg',
  'nodesCsv',
  'edgesCsv',
  'sceneJson',
  'history',
  'snapshot',
  'jsonLd',
];

const PictureDialog = laterPart(async () => (await import('../later-parts.js')).PictureDialog);

export async function saveFile(format: FileFormat): Promise<void> {
  await (await import('../later-parts.js')).saveAs(format);
}

export function Files() {
  const file = useRef<HTMLInputElement>(null);
  const [isFraming, setFraming] = useState(false);
  const load = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const { loadFile } = await import('../later-parts.js');
    await loadFile(await chosen.text()).catch(() => showError(new Error(text.canvas.badFile)));
  };
  const items: readonly (readonly [name: string, run: () => void])[] = [
    ...FORMATS.map(format => [text.canvas[format], () => void saveFile(format).catch(showError)] as const),
    [text.canvas.framed, () => setFraming(true)],
    [text.canvas.load, () => file.current?.click()],
  ];
  return (
    <>
      <Menu
        label={text.canvas.exports}
        face={
          <>
            <Save size={17} /> <span class="word">{text.save}</span>
          </>
        }
        isRight
      >
        {close => (
          <ul class="menu-list">
            {items.map(([name, act]) => (
              <li key={name}>
                <button
                  class="menu-item"
                  onClick={() => {
                    act();
                    close();
                  }}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Menu>
      <Suspense fallback={null}>{isFraming && <PictureDialog onClose={() => setFraming(false)} />}</Suspense>
      <input
        ref={file}
        type="file"
        accept="application/json"
        hidden
        aria-label={text.canvas.load}
        onChange={event => void load(event.currentTarget.files?.[0]).catch(showError)}
      />
    </>
  );
}
