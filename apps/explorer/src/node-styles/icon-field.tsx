/** The icon of a style: typed, or chosen from the icon font by a search. */
import { useState } from 'preact/hooks';
import { Menu } from '../parts/menu.js';
import { text } from '../texts/en.js';
import { styleTexts } from '../texts/styles.js';
import { ICONS } from './icons.js';

/** Further icons are found by their names. */
const MOST = 120;

export function IconField(props: {
  readonly icon: string;
  readonly onChange: (icon: string | null) => void;
}) {
  const { icon, onChange } = props;
  return (
    <div class="field">
      <span class="field-name">{text.styles.icon}</span>
      <span class="color-field">
        <Menu
          label={styleTexts.pickIcon}
          isUp
          kind="icon-choice icon-name"
          face={icon.length <= 2 && icon !== '' ? icon : '\uf4b1'}
        >
          {close => (
            <Icons
              onChoose={character => {
                onChange(character);
                close();
              }}
            />
          )}
        </Menu>
        <input
          class="icon-name"
          value={icon}
          aria-label={text.styles.icon}
          placeholder={text.styles.iconHint}
          onInput={event => onChange(event.currentTarget.value.trim() || null)}
        />
      </span>
    </div>
  );
}

function Icons({ onChoose }: { readonly onChoose: (character: string | null) => void }) {
  const [searched, setSearched] = useState('');
  const words = searched.trim().toLowerCase().split(/\s+/);
  const found = ICONS.filter(([name]) => words.every(word => name.includes(word)));
  return (
    <div class="icon-picker">
      <input
        type="search"
        value={searched}
        aria-label={styleTexts.searchIcons}
        placeholder={styleTexts.searchIcons}
        onInput={event => setSearched(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // Enter chooses the only result instead of saving the form.
          event.preventDefault();
          if (found.length === 1) onChoose(found[0]![1]);
        }}
      />
      {found.length === 0 && <p class="soft small">{styleTexts.noIcons}</p>}
      <div class="icon-grid">
        {found.slice(0, MOST).map(([name, character]) => (
          <button
            key={name}
            type="button"
            class="icon-choice icon-name"
            title={name}
            aria-label={name}
            onClick={() => onChoose(character)}
          >
            {character}
          </button>
        ))}
      </div>
      {found.length > MOST && <p class="soft small">{styleTexts.moreIcons(found.length - MOST)}</p>}
      <button type="button" class="quiet" onClick={() => onChoose(null)}>
        {styleTexts.noIcon}
      </button>
    </div>
  );
}
