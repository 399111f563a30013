/**
 * Processes items, a limited number at a time. After the first failure it starts no further ones and waits for the
 * pending ones.
 */
export async function inParallel<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const run = async (): Promise<void> => {
    while (next < items.length && failure === undefined) {
      const index = next++;
      try {
        await work(items[index]!, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, run));
  if (failure !== undefined) throw failure.error;
}
