import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { withoutRepeats } from './log-repeats.ts';

const lines: Record<string, unknown>[] = [];
const logOf = () => withoutRepeats(createLog('info', (line) => void lines.push(JSON.parse(line))));

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('writes the first warning of a cause immediately and the number of repeats after a minute', () => {
  const log = logOf();
  for (let taken = 1; taken <= 78; taken += 1) log.warn('Message deferred: a process died while sending it', { taken });
  expect(lines).toMatchObject([{ taken: 1 }]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toMatchObject([{ taken: 1 }, { taken: 78, repeated: 77, level: 'warn' }]);
  log.warn('Message deferred: a process died while sending it', { taken: 79 });
  expect(lines).toHaveLength(3);
});

test('tracks different messages, errors and levels separately', () => {
  const log = logOf();
  for (const message of ['Job failed', 'Lease lost']) {
    for (const error of [new Error('one'), new Error('two')]) {
      log.warn(message, { error });
      log.error(message, { error });
    }
  }
  expect(lines).toHaveLength(8);
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(8);
});

test('writes every info line', () => {
  const log = logOf();
  for (let count = 0; count < 3; count += 1) log.info('Campaign sent');
  expect(lines).toHaveLength(3);
});

test('writes every line when there are too many causes to track', () => {
  const log = logOf();
  for (let cause = 0; cause < 1_000; cause += 1) log.warn(`Cause ${cause}`);
  log.warn('One more');
  log.warn('One more');
  expect(lines).toHaveLength(1_002);
});
