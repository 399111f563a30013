/** Light or dark theme: from the system, or as chosen here. */
import { effect, signal } from '@preact/signals';
import { readStored, store } from './storage.js';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'weir.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(system.matches);
export const theme = signal<Theme>(readStored<Theme>(KEY) ?? 'system');
export const isDark = signal(false);

system.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));
effect(() => {
  isDark.value = theme.value === 'system' ? systemIsDark.value : theme.value === 'dark';
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
  store(KEY, theme.value);
});

export function nextTheme(): void {
  theme.value = isDark.value ? 'light' : 'dark';
}
