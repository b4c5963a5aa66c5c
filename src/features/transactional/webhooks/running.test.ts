import { expect, it } from 'vitest';
import { createRunning } from './running.ts';

it('idle resolves when all started work has ended, or immediately if there is none', async () => {
  const running = createRunning();
  await running.idle();
  running.begin();
  running.begin();
  const heard: string[] = [];
  const idle = running.idle().then(() => heard.push('idle'));
  running.end();
  await Promise.resolve();
  expect(heard).toEqual([]);
  running.end();
  await idle;
  expect(heard).toEqual(['idle']);
});
