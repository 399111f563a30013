/** Which dialogs of styles are open. */
import { signal } from '@preact/signals';
import type { EdgeAppearance, NodeAppearance } from '../api/types.js';

export const areSettingsOpen = signal(false);
/** The rule being created or edited, in the settings or from the legend. */
export const editedStyle = signal<
  { readonly rule: NodeAppearance; readonly replaces: NodeAppearance | undefined } | undefined
>(undefined);
export const editedEdgeStyle = signal<
  { readonly rule: EdgeAppearance; readonly replaces: EdgeAppearance | undefined } | undefined
>(undefined);
