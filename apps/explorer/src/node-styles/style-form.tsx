/** Form for the appearance of a type of node: one rule, for everyone. */
import { useState } from 'preact/hooks';
import type { NodeAppearance, ValueScale } from '../api/types.js';
import { canvas, vocabulary } from '../session/session.js';
import { colorOfType, meets, DEFAULT_SIZE } from '../graph/appearance.js';
import { withRule, without } from '../graph/appearance-rules.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { PredicateFields } from './predicate-fields.js';
import { changeList } from './ui-lists.js';

export interface StyleFormProps {
  /** Initial contents of the form. */
  readonly rule: NodeAppearance;
  /** The rule of the list that it replaces. */
  readonly replaces: NodeAppearance | undefined;
  readonly onClose: () => void;
}

export function StyleForm({ rule, replaces, onClose }: StyleFormProps) {
  const [style, setStyle] = useState(rule);
  const change = (changed: Partial<NodeAppearance>): void => setStyle({ ...style, ...changed });
  const { predicate, label } = style;
  const color = style.color ?? '';
  const keys = keysOf(style);
  const save = async (): Promise<void> => {
    const isSaved = await changeList('nodeAppearances', rules =>
      withRule(rules, replaces, withoutEmpty(style)),
    );
    if (isSaved) onClose();
  };
  const remove = async (): Promise<void> => {
    const isSaved = await changeList('nodeAppearances', rules => without(rules, replaces));
    if (isSaved) onClose();
  };
  return (
    <Dialog title={text.styles.formTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <PredicateFields predicate={predicate} onChange={changed => change({ predicate: changed })} />
        <fieldset class="fields">
          <legend>{text.styles.style}</legend>
          <label class="field">
            <span>{text.styles.color}</span>
            <span class="color-field">
              <input
                type="color"
                aria-label={text.styles.pickColor}
                value={/^#[0-9a-f]{6}$/i.test(color) ? color : colorOfType(predicate.dbLabel ?? '')}
                onInput={event => change({ color: event.currentTarget.value })}
              />
              <input
                value={color}
                aria-label={text.styles.color}
                placeholder={text.styles.byLabel}
                onInput={event => change({ color: event.currentTarget.value.trim() || null })}
              />
            </span>
          </label>
          <Scale
            name={text.styles.colorBy}
            keys={keys}
            scale={style.colorBy}
            onChange={colorBy => change({ colorBy })}
          />
          <label class="field">
            <span>
              {text.styles.size} <output class="soft">{style.size ?? DEFAULT_SIZE}</output>
            </span>
            <input
              type="range"
              min={10}
              max={90}
              value={style.size ?? DEFAULT_SIZE}
              onInput={event => change({ size: Number(event.currentTarget.value) })}
            />
          </label>
          <Scale
            name={text.styles.sizeBy}
            keys={keys}
            scale={style.sizeBy}
            onChange={sizeBy => change({ sizeBy })}
          />
          <label class="field">
            <span>{text.styles.icon}</span>
            <input
              class="icon-name"
              value={style.icon ?? ''}
              placeholder={text.styles.iconHint}
              onInput={event => change({ icon: event.currentTarget.value.trim() || null })}
            />
          </label>
          <label class="field">
            <span>{text.styles.caption}</span>
            <input
              list="known-keys"
              value={label?.type === 'Property' ? label.key : (label?.value ?? '')}
              placeholder={text.styles.captionHint}
              onInput={event => {
                const key = event.currentTarget.value.trim();
                change({ label: key === '' ? null : { type: 'Property', key } });
              }}
            />
            <datalist id="known-keys">
              {keys.map(key => (
                <option key={key} value={key} />
              ))}
            </datalist>
          </label>
        </fieldset>
        <p class="soft small">{text.styles.forEveryone}</p>
        <div class="actions stays">
          {replaces !== undefined && (
            <button type="button" onClick={() => void remove()}>
              {text.styles.remove}
            </button>
          )}
          <button class="primary">{text.save}</button>
        </div>
      </form>
    </Dialog>
  );
}

function Scale(props: {
  readonly name: string;
  readonly keys: readonly string[];
  readonly scale: ValueScale | null | undefined;
  readonly onChange: (scale: ValueScale | null) => void;
}) {
  const { name, scale } = props;
  const keys = scale && !props.keys.includes(scale.key) ? [scale.key, ...props.keys] : props.keys;
  return (
    <label class="field">
      <span>{name}</span>
      <select
        value={scale?.key ?? ''}
        onChange={event => {
          const key = event.currentTarget.value;
          props.onChange(key === '' ? null : { key });
        }}
      >
        <option value="">{text.styles.noScale}</option>
        {keys.map(key => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Property keys of the nodes on the canvas that the rule applies to; if there are none, all known keys. */
function keysOf({ predicate }: NodeAppearance): string[] {
  const keys = new Set<string>();
  for (const node of canvas.scene.nodes.values())
    if (meets(node, predicate)) for (const key of Object.keys(node.properties)) keys.add(key);
  if (keys.size === 0) for (const [key] of vocabulary.schema.value.keys) keys.add(key);
  return [...keys].sort();
}

function withoutEmpty(style: NodeAppearance): NodeAppearance {
  const entries = Object.entries(style).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as unknown as NodeAppearance;
}
