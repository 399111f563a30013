/** Fields that the forms of node styles and edge styles share. */
import type { ValueScale } from '../api/types.js';
import { text } from '../texts/en.js';
import { styleTexts } from '../texts/styles.js';
import type { Keeper } from './change-styles.js';

export function ColorField(props: {
  readonly color: string;
  /** Of six digits; shown while no color is chosen. */
  readonly initial: string;
  readonly placeholder: string;
  readonly onChange: (color: string | null) => void;
}) {
  const { color, initial, onChange } = props;
  return (
    <label class="field">
      <span>{text.styles.color}</span>
      <span class="color-field">
        <input
          type="color"
          aria-label={text.styles.pickColor}
          value={/^#[0-9a-f]{6}$/i.test(color) ? color : initial}
          onInput={event => onChange(event.currentTarget.value)}
        />
        <input
          value={color}
          aria-label={text.styles.color}
          placeholder={props.placeholder}
          onInput={event => onChange(event.currentTarget.value.trim() || null)}
        />
      </span>
    </label>
  );
}

export function RangeField(props: {
  readonly name: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label class="field">
      <span>
        {props.name} <output class="soft">{props.value}</output>
      </span>
      <input
        type="range"
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        value={props.value}
        onInput={event => props.onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** @param props.other a choice beside the properties, under a name that no property has. */
export function ScaleField(props: {
  readonly name: string;
  readonly keys: readonly string[];
  readonly scale: ValueScale | null | undefined;
  readonly other?: { readonly name: string; readonly isChosen: boolean };
  readonly onChange: (scale: ValueScale | null, isOther: boolean) => void;
}) {
  const { name, scale, other } = props;
  const keys = scale && !props.keys.includes(scale.key) ? [scale.key, ...props.keys] : props.keys;
  return (
    <label class="field">
      <span>{name}</span>
      <select
        value={scale ? `key ${scale.key}` : other?.isChosen ? 'other' : ''}
        onChange={event => {
          const { value } = event.currentTarget;
          const key = value.startsWith('key ') ? value.slice(4) : undefined;
          props.onChange(key === undefined ? null : { key }, value === 'other');
        }}
      >
        <option value="">{text.styles.noScale}</option>
        {other !== undefined && <option value="other">{other.name}</option>}
        {keys.map(key => (
          <option key={key} value={`key ${key}`}>
            {key}
          </option>
        ))}
      </select>
    </label>
  );
}

export function KeeperField(props: { readonly keeper: Keeper; readonly onChange: (keeper: Keeper) => void }) {
  const option = (keeper: Keeper, name: string) => (
    <label class="choice">
      <input
        type="radio"
        name="keeper"
        checked={props.keeper === keeper}
        onChange={() => props.onChange(keeper)}
      />
      <span>{name}</span>
    </label>
  );
  return (
    <fieldset class="fields">
      <legend>{styleTexts.keep}</legend>
      {option('server', styleTexts.onServer)}
      {option('browser', styleTexts.inBrowser)}
    </fieldset>
  );
}

export function FormButtons(props: { readonly canRemove: boolean; readonly onRemove: () => void }) {
  return (
    <div class="actions stays">
      {props.canRemove && (
        <button type="button" onClick={props.onRemove}>
          {text.styles.remove}
        </button>
      )}
      <button class="primary">{text.save}</button>
    </div>
  );
}
