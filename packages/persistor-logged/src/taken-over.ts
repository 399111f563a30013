import { WeirError } from '@weir/platform';

export function takenOver(name: string): WeirError {
  return new WeirError('store.taken-over', `Another process has taken over ${name}.`);
}
