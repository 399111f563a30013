/** The list of offers below the box. The focus stays in the box, which names the active option. */
import { useEffect } from 'preact/hooks';
import { visible } from '../graph/visible-text.js';
import { askText } from '../texts/ask.js';
import { format } from '../texts/en.js';
import type { Offer, OfferGroup } from './offers.js';

export function optionId(index: number): string {
  return `ask-offer-${index}`;
}

export function OfferList(props: {
  readonly groups: readonly OfferGroup[];
  readonly active: number;
  readonly onChoose: (offer: Offer) => void;
}) {
  const { groups, active, onChoose } = props;
  useEffect(() => document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' }), [active]);
  let index = 0;
  return (
    <div class="ask-offers" id="ask-offers" role="listbox" aria-label={askText.offers}>
      {groups.map(({ name, note, offers }) => (
        <div key={name} role="group" aria-label={name}>
          <div class="ask-group" role="presentation">
            <span>{name}</span>
            {note !== undefined && <span class="soft">{note}</span>}
          </div>
          {offers.map(offer => {
            const own = index++;
            return (
              <div
                key={own}
                id={optionId(own)}
                role="option"
                aria-selected={own === active}
                class={own === active ? 'menu-item chosen' : 'menu-item'}
                // The box keeps the focus.
                onMouseDown={event => event.preventDefault()}
                onClick={() => onChoose(offer)}
              >
                <span class="break">{visible(offer.title)}</span>
                <span class="count">
                  {offer.detail !== undefined && visible(offer.detail)}
                  {offer.detail !== undefined && offer.count !== undefined && ' · '}
                  {offer.count !== undefined && format.number(offer.count)}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
