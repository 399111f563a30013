/** The step of the tutorial that is shown, from 0; `undefined`: it is closed. */
import { signal } from '@preact/signals';

export const tutorialStep = signal<number | undefined>(undefined);
