import { expect, it } from 'vitest';
import { createRunning } from './running.ts';

it('what is under way is over when each that began has ended, at once where nothing began', async () => {
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
