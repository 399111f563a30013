/** The less frequent actions on a stream, standing query or output. */
import { EllipsisVertical } from 'lucide-preact';
import { Menu } from '../parts/menu.js';
import { streamTexts } from '../texts/streams.js';

export function RowMenu(props: {
  readonly name: string;
  readonly actions: readonly (readonly [label: string, act: () => void])[];
}) {
  return (
    <Menu isRight label={streamTexts.moreActions(props.name)} face={<EllipsisVertical size={17} />}>
      {close =>
        props.actions.map(([label, act]) => (
          <button
            key={label}
            class="menu-item"
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </button>
        ))
      }
    </Menu>
  );
}
