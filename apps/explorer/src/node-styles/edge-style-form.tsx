/** Form for the appearance of the edges of one type. */
import { useState } from 'preact/hooks';
import type { EdgeAppearance } from '../api/types.js';
import { EDGE_WIDTH } from '../graph/styling/edge-appearance.js';
import { canvas, vocabulary } from '../session/session.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { styleTexts } from '../texts/styles.js';
import { keeperOf, removeStyle, saveStyle, withoutEmpty } from './change-styles.js';
import { ColorField, FormButtons, KeeperField, RangeField, ScaleField } from './style-fields.js';

export interface EdgeStyleFormProps {
  /** Initial contents of the form. */
  readonly rule: EdgeAppearance;
  /** The rule of the list that it replaces. */
  readonly replaces: EdgeAppearance | undefined;
  readonly onClose: () => void;
}

export function EdgeStyleForm({ rule, replaces, onClose }: EdgeStyleFormProps) {
  const [style, setStyle] = useState(rule);
  const [keeper, setKeeper] = useState(keeperOf('edgeAppearances', replaces));
  const change = (changed: Partial<EdgeAppearance>): void => setStyle({ ...style, ...changed });
  const save = async (): Promise<void> => {
    if (await saveStyle('edgeAppearances', withoutEmpty(style), replaces, keeper)) onClose();
  };
  const remove = async (): Promise<void> => {
    if (await removeStyle('edgeAppearances', replaces)) onClose();
  };
  return (
    <Dialog title={styleTexts.edgeFormTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <svg class="style-preview" viewBox="0 0 220 40" role="img" aria-label={styleTexts.preview}>
          <line
            x1="30"
            y1="20"
            x2="190"
            y2="20"
            stroke={style.color ?? 'var(--edge)'}
            stroke-width={style.width ?? EDGE_WIDTH}
          />
        </svg>
        <fieldset class="fields">
          <legend>{text.styles.which}</legend>
          <label class="field">
            <span>{styleTexts.edgeType}</span>
            <input
              required
              value={style.edgeType}
              list="known-edge-types"
              onInput={event => change({ edgeType: event.currentTarget.value })}
            />
            <datalist id="known-edge-types">
              {typesOnCanvas().map(type => (
                <option key={type} value={type} />
              ))}
            </datalist>
          </label>
        </fieldset>
        <fieldset class="fields">
          <legend>{text.styles.style}</legend>
          <ColorField
            color={style.color ?? ''}
            initial="#6b7684"
            placeholder={styleTexts.defaultColor}
            onChange={color => change({ color })}
          />
          <RangeField
            name={styleTexts.width}
            value={style.width ?? EDGE_WIDTH}
            min={1}
            max={12}
            step={0.5}
            onChange={width => change({ width })}
          />
          <ScaleField
            name={styleTexts.widthBy}
            keys={keysOf(style.edgeType)}
            scale={style.widthBy}
            onChange={widthBy => change({ widthBy })}
          />
        </fieldset>
        <KeeperField keeper={keeper} onChange={setKeeper} />
        <FormButtons canRemove={replaces !== undefined} onRemove={() => void remove()} />
      </form>
    </Dialog>
  );
}

function typesOnCanvas(): string[] {
  const types = new Set([...canvas.scene.edges.values()].map(({ type }) => type));
  for (const [type] of vocabulary.schema.value.edgeTypes) types.add(type);
  return [...types].sort();
}

/** Property keys of the edges of this type on the canvas. */
function keysOf(edgeType: string): string[] {
  const keys = new Set<string>();
  for (const { type, properties } of canvas.scene.edges.values())
    if (type === edgeType) for (const key of Object.keys(properties)) keys.add(key);
  return [...keys].sort();
}
