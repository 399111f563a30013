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

export interface LookFormProps {
  /** Initial contents of the form. */
  readonly rule: NodeAppearance;
  /** The rule of the list that it replaces. */
  readonly replaces: NodeAppearance | undefined;
  readonly onClose: () => void;
}

export function LookForm({ rule, replaces, onClose }: LookFormProps) {
  const [look, setLook] = useState(rule);
  const change = (changed: Partial<NodeAppearance>): void => setLook({ ...look, ...changed });
  const { predicate, label } = look;
  const color = look.color ?? '';
  const keys = keysOf(look);
  const save = async (): Promise<void> => {
    const isSaved = await changeList('nodeAppearances', rules =>
      withRule(rules, replaces, withoutEmpty(look)),
    );
    if (isSaved) onClose();
  };
  const remove = async (): Promise<void> => {
    const isSaved = await changeList('nodeAppearances', rules => without(rules, replaces));
    if (isSaved) onClose();
  };
  return (
    <Dialog title={text.looks.formTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <PredicateFields predicate={predicate} onChange={changed => change({ predicate: changed })} />
        <fieldset class="fields">
          <legend>{text.looks.look}</legend>
          <label class="field">
            <span>{text.looks.color}</span>
            <span class="color-field">
              <input
                type="color"
                aria-label={text.looks.pickColor}
                value={/^#[0-9a-f]{6}$/i.test(color) ? color : colorOfType(predicate.dbLabel ?? '')}
                onInput={event => change({ color: event.currentTarget.value })}
              />
              <input
                value={color}
                aria-label={text.looks.color}
                placeholder={text.looks.byLabel}
                onInput={event => change({ color: event.currentTarget.value.trim() || null })}
              />
            </span>
          </label>
          <Scale
            name={text.looks.colorBy}
            keys={keys}
            scale={look.colorBy}
            onChange={colorBy => change({ colorBy })}
          />
          <label class="field">
            <span>
              {text.looks.size} <output class="soft">{look.size ?? DEFAULT_SIZE}</output>
            </span>
            <input
              type="range"
              min={10}
              max={90}
              value={look.size ?? DEFAULT_SIZE}
              onInput={event => change({ size: Number(event.currentTarget.value) })}
            />
          </label>
          <Scale
            name={text.looks.sizeBy}
            keys={keys}
            scale={look.sizeBy}
            onChange={sizeBy => change({ sizeBy })}
          />
          <label class="field">
            <span>{text.looks.icon}</span>
            <input
              class="icon-name"
              value={look.icon ?? ''}
              placeholder={text.looks.iconHint}
              onInput={event => change({ icon: event.currentTarget.value.trim() || null })}
            />
          </label>
          <label class="field">
            <span>{text.looks.caption}</span>
            <input
              list="known-keys"
              value={label?.type === 'Property' ? label.key : (label?.value ?? '')}
              placeholder={text.looks.captionHint}
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
        <p class="soft small">{text.looks.forEveryone}</p>
        <div class="actions stays">
          {replaces !== undefined && (
            <button type="button" onClick={() => void remove()}>
              {text.looks.remove}
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
        <option value="">{text.looks.noScale}</option>
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

function withoutEmpty(look: NodeAppearance): NodeAppearance {
  const entries = Object.entries(look).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as unknown as NodeAppearance;
}
