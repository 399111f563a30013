/** Key to the colors and sizes that styles derive from values. A click on a value selects its nodes. */
import { Eye, EyeOff } from 'lucide-preact';
import { COLORS } from '../../graph/styling/colors.js';
import type { KeyValue, ScaleKey } from '../../graph/styling/style-key.js';
import { visible } from '../../graph/visible-text.js';
import { canvas, styles } from '../../session/session.js';
import { format, text } from '../../texts/en.js';

/** Further values are not listed. */
const MOST = 8;

export function ValueKeys() {
  return styles.key.value.map(key => (
    <li key={key.id} class="value-key">
      <span class="small soft">{titleOfKey(key)}</span>
      {key.range !== undefined && <Range scale={key} />}
      {key.values.length > 0 && (
        <ul>
          {key.values.slice(0, MOST).map(value => (
            <Value key={value.text} value={value} />
          ))}
          {key.values.length > MOST && (
            <li class="small soft pad">{text.legend.moreValues(key.values.length - MOST)}</li>
          )}
          {key.values.length > COLORS.length && <li class="small soft pad">{text.legend.sharedColors}</li>}
        </ul>
      )}
    </li>
  ));
}

export function titleOfKey({ type, property, of }: ScaleKey): string {
  const { colorOf, sizeOf } = text.legend;
  return (type === 'color' ? colorOf : sizeOf)(visible(property), visible(of.replaceAll(':', ' · ')));
}

function Range({ scale }: { readonly scale: ScaleKey }) {
  const [low, high] = scale.range!;
  const { colors } = scale;
  return (
    <span class="value-range small">
      <span>{format.fine(low)}</span>
      {colors === undefined ? (
        <span class="size-range" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        <i
          class="color-range"
          style={{ background: `linear-gradient(to right, ${colors[0]}, ${colors[1]})` }}
        />
      )}
      <span>{format.fine(high)}</span>
    </span>
  );
}

function Value({ value: { text: value, color, ids } }: { readonly value: KeyValue }) {
  const name = visible(value);
  const isHidden = ids.every(id => canvas.hidden.value.has(id));
  return (
    <li class={isHidden ? 'hidden-kind' : ''}>
      <button
        class="legend-entry"
        title={text.legend.select(name)}
        onClick={() => canvas.select(new Set(ids))}
      >
        <i class="swatch" style={{ background: color }} />
        <span class="clip" title={name}>
          {name}
        </span>
        <span class="count">{format.number(ids.length)}</span>
      </button>
      <button
        class="icon-button"
        aria-label={isHidden ? text.legend.showValue(name) : text.legend.hideValue(name)}
        title={isHidden ? text.legend.show : text.legend.hide}
        onClick={() => (isHidden ? canvas.unhide(ids) : canvas.hide(ids))}
      >
        {isHidden ? <EyeOff size={13} /> : <Eye size={13} />}
      </button>
    </li>
  );
}
