/** Form for the appearance of a type of node: one rule, for everyone or for this browser. */
import { useState } from 'preact/hooks';
import type { NodeAppearance } from '../api/types.js';
import { canvas, vocabulary } from '../session/session.js';
import { meets, DEFAULT_SIZE } from '../graph/appearance.js';
import { colorOfType } from '../graph/styling/colors.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { styleTexts } from '../texts/styles.js';
import { keeperOf, removeStyle, saveStyle, withoutEmpty } from './change-styles.js';
import { IconField } from './icon-field.js';
import { characterOf } from './icons.js';
import { PredicateFields } from './predicate-fields.js';
import { ColorField, FormButtons, KeeperField, RangeField, ScaleField } from './style-fields.js';
import { StylePreview } from './style-preview.js';

export interface StyleFormProps {
  /** Initial contents of the form. */
  readonly rule: NodeAppearance;
  /** The rule of the list that it replaces. */
  readonly replaces: NodeAppearance | undefined;
  readonly onClose: () => void;
}

export function StyleForm({ rule, replaces, onClose }: StyleFormProps) {
  const [style, setStyle] = useState(rule);
  const [keeper, setKeeper] = useState(keeperOf('nodeAppearances', replaces));
  const change = (changed: Partial<NodeAppearance>): void => setStyle({ ...style, ...changed });
  const { predicate, label } = style;
  const keys = keysOf(style);
  const save = async (): Promise<void> => {
    const saved = withoutEmpty({ ...style, icon: characterOf(style.icon) ?? null });
    if (await saveStyle('nodeAppearances', saved, replaces, keeper)) onClose();
  };
  const remove = async (): Promise<void> => {
    if (await removeStyle('nodeAppearances', replaces)) onClose();
  };
  return (
    <Dialog title={text.styles.formTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <StylePreview style={style} />
        <PredicateFields predicate={predicate} onChange={changed => change({ predicate: changed })} />
        <fieldset class="fields">
          <legend>{text.styles.style}</legend>
          <ColorField
            color={style.color ?? ''}
            initial={colorOfType(predicate.dbLabel ?? '')}
            placeholder={text.styles.byLabel}
            onChange={color => change({ color })}
          />
          <ScaleField
            name={text.styles.colorBy}
            keys={keys}
            scale={style.colorBy}
            onChange={colorBy => change({ colorBy })}
          />
          <RangeField
            name={text.styles.size}
            value={style.size ?? DEFAULT_SIZE}
            min={10}
            max={90}
            onChange={size => change({ size })}
          />
          <ScaleField
            name={text.styles.sizeBy}
            keys={keys}
            scale={style.sizeBy}
            other={{ name: styleTexts.byDegree, isChosen: style.sizeByDegree === true }}
            onChange={(sizeBy, sizeByDegree) => change({ sizeBy, sizeByDegree })}
          />
          <IconField icon={style.icon ?? ''} onChange={icon => change({ icon })} />
          <KeyField
            name={text.styles.caption}
            value={label?.type === 'Property' ? label.key : (label?.value ?? '')}
            hint={text.styles.captionHint}
            keys={keys}
            onChange={key => change({ label: key === '' ? null : { type: 'Property', key } })}
          />
          <KeyField
            name={styleTexts.secondCaption}
            value={style.secondLabel?.key ?? ''}
            hint={styleTexts.secondHint}
            keys={keys}
            onChange={key => change({ secondLabel: key === '' ? null : { key } })}
          />
        </fieldset>
        <KeeperField keeper={keeper} onChange={setKeeper} />
        <FormButtons canRemove={replaces !== undefined} onRemove={() => void remove()} />
      </form>
    </Dialog>
  );
}

function KeyField(props: {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly keys: readonly string[];
  readonly onChange: (key: string) => void;
}) {
  return (
    <label class="field">
      <span>{props.name}</span>
      <input
        list="known-keys"
        value={props.value}
        placeholder={props.hint}
        onInput={event => props.onChange(event.currentTarget.value.trim())}
      />
      <datalist id="known-keys">
        {props.keys.map(key => (
          <option key={key} value={key} />
        ))}
      </datalist>
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
