/** Commands by name, and the list of keys. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { pageCommands, shellCommands, type Command } from '../shell/commands.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';

export const overlay = signal<'palette' | 'shortcuts' | undefined>(undefined);

export function Overlays() {
  switch (overlay.value) {
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <Shortcuts />;
    case undefined:
      return null;
  }
}

function close(): void {
  overlay.value = undefined;
}

function Palette() {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = words.toLowerCase().split(/\s+/);
  const commands = [...pageCommands.value, ...shellCommands.value].filter(({ name }) =>
    wanted.every(word => name.toLowerCase().includes(word)),
  );
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.run();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    });
  };
  return (
    <Dialog title={text.palette.title} onClose={close}>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-label={text.palette.hint}
        placeholder={text.palette.hint}
        value={words}
        onInput={event => {
          setWords(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setChosen(Math.min(commands.length - 1, chosen + 1));
          else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
          else if (event.key === 'Enter') run(commands[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul class="menu-list" id="palette-list" role="listbox" aria-label={text.palette.title}>
        {commands.map((command, i) => (
          <li
            key={command.name}
            role="option"
            aria-selected={i === chosen}
            class={i === chosen ? 'menu-item chosen' : 'menu-item'}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            {command.keys !== undefined && <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p class="soft">{text.palette.none}</p>}
    </Dialog>
  );
}

function Shortcuts() {
  return (
    <Dialog title={text.shortcuts.title} onClose={close}>
      <dl class="shortcuts">
        {text.shortcuts.list.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
