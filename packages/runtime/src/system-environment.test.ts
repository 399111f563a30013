import { systemEnvironment } from './system-environment.js';

const { scheduler } = systemEnvironment();

test.each([2 ** 31, 30 * 86_400_000, Number.MAX_SAFE_INTEGER, Infinity])(
  'does not run a task immediately that is due in %d ms',
  async millis => {
    let hasRun = false;
    const cancel = scheduler.after(millis, () => (hasRun = true));
    await new Promise<void>(resolve => scheduler.after(20, resolve));
    cancel();
    expect(hasRun).toBe(false);
  },
);

test('does not run a canceled task', async () => {
  let hasRun = false;
  scheduler.after(1, () => (hasRun = true))();
  await new Promise<void>(resolve => scheduler.after(20, resolve));
  expect(hasRun).toBe(false);
});
