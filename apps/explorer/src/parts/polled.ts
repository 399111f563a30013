/** A response of the service, polled while it is shown. */
import { useEffect, useState } from 'preact/hooks';
import { getJson } from '../api/http.js';
import { showError } from '../shell/toasts.js';

export interface Polled<T> {
  readonly value: T | undefined;
  readonly refresh: () => void;
}

export function usePolled<T>(path: string, millis: number): Polled<T> {
  const [value, setValue] = useState<T>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    let isFirst = true;
    const refresh = (): void => {
      getJson<T>(path).then(
        found => {
          if (isCurrent) setValue(found);
        },
        (error: unknown) => {
          if (isCurrent && isFirst) showError(error);
        },
      );
      isFirst = false;
    };
    refresh();
    const timer = setInterval(refresh, millis);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [path, millis, turn]);
  return { value, refresh: () => setTurn(turn + 1) };
}
