/** The box that makes a query of chips: labels, edges and conditions, chosen from what the graph contains. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { visible } from '../graph/visible-text.js';
import { queryMode } from '../session/query-mode.js';
import { submit } from '../session/submit-query.js';
import { askText } from '../texts/ask.js';
import { ask, awaitsNode } from './ask-model.js';
import { AskChips, focusChip } from './ask-chips.js';
import { AskQuery } from './ask-query.js';
import type { Offer } from './offers.js';
import { OfferList, optionId } from './offer-list.js';
import { EMPTY_PATTERN, isEmpty, withoutLast } from './pattern.js';

export function AskBox() {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Index of the active offer; `undefined`: the first while a text is typed, otherwise none. */
  const [moved, setMoved] = useState<number>();
  useEffect(() => {
    ask.refresh();
    // Loaded after the click on the switch, which expects to type here.
    const { activeElement } = document;
    const isSwitched = activeElement === null || activeElement.matches('body, .query-mode *');
    if (queryMode.peek() === 'ask' && isSwitched) input.current?.focus();
  }, []);

  const groups = isOpen ? ask.offers.value : [];
  const offers = groups.flatMap(group => group.offers);
  const isTyped = ask.text.value.trim() !== '';
  const active = Math.min(moved ?? (isTyped ? 0 : -1), offers.length - 1);
  const isListed = isOpen && offers.length > 0;

  const run = (): void => {
    if (ask.query.value === '') return;
    setOpen(false);
    submit(ask.query.value);
  };
  const choose = (offer: Offer): void => {
    setMoved(undefined);
    if (ask.choose(offer)) run();
    else setOpen(offer.action.does !== 'quick query');
    input.current?.focus();
  };
  const leaveChips = (): void => input.current?.focus();

  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const isAtStart = input.current?.selectionStart === 0 && input.current.selectionEnd === 0;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setOpen(true);
      const next = active + (key === 'ArrowDown' ? 1 : -1);
      if (offers.length > 0) setMoved((next + offers.length) % offers.length);
    } else if (key === 'Enter') {
      const offer = offers[active];
      if (isListed && offer !== undefined && !event.ctrlKey && !event.metaKey) choose(offer);
      else if (!isTyped) run();
    } else if (key === 'Escape') {
      if (!isListed) ask.changed.value = undefined;
      setOpen(false);
      setMoved(undefined);
    } else if (key === 'Backspace' && ask.text.value === '') {
      ask.set(ask.question.value === undefined ? withoutLast(ask.pattern.value) : EMPTY_PATTERN);
      setOpen(true);
    } else if (key === 'ArrowLeft' && isAtStart) {
      focusChip(box.current, -1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const hint = isEmpty(ask.pattern.value)
    ? ask.question.value === undefined
      ? askText.hint
      : ''
    : awaitsNode() && ask.changed.value === undefined
      ? askText.hintEdge
      : askText.hintNode;
  return (
    <div
      class="ask"
      ref={box}
      onFocusOut={event => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <div class="ask-field" onClick={event => event.target === event.currentTarget && leaveChips()}>
        <AskChips box={box} onLeave={leaveChips} />
        <input
          id="ask"
          ref={input}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={askText.label}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? 'ask-offers' : undefined}
          aria-activedescendant={isListed && active >= 0 ? optionId(active) : undefined}
          aria-describedby="ask-query"
          placeholder={hint}
          value={ask.text.value}
          onFocus={() => {
            ask.refresh();
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onInput={event => {
            ask.text.value = event.currentTarget.value;
            setMoved(undefined);
            setOpen(true);
          }}
          onKeyDown={onKey}
        />
      </div>
      <AskQuery />
      {isListed && <OfferList groups={groups} active={active} onChoose={choose} />}
      <p class="visually-hidden" role="status">
        {isOpen && (isListed ? askText.offered(offers.length) : isTyped ? askText.nothing : '')}
      </p>
      {isOpen && isTyped && !isListed && <p class="ask-nothing soft small">{visible(askText.nothing)}</p>}
    </div>
  );
}
