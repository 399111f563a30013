/** Placeholders such as `{{data.user}}` in the settings of a destination. */
export { filled, filledText, messageScope, type Scope } from './destinations/placeholders.js';
