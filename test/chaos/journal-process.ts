import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { openJournal } from '../../src/features/sending/delivery/journal/index.ts';
import { answered } from '../support/answered.ts';

// Writes or replays a journal until the process is killed. The process prints each entry to standard output after the
// entry has been written, so every printed entry must be in the journal.

const STDOUT = 1;
/** Number of recent outcomes that are left uncommitted. */
const UNCOMMITTED = 7;
const [, , directory = '', name = '', manner = ''] = process.argv;
const say = (what: string, recipientNo: number): void => {
  writeSync(STDOUT, `${what} ${recipientNo}\n`);
};
const log = createLog('debug', (line) => void writeSync(STDOUT, `log ${line}`));
const journal = openJournal({ directory, clock: systemClock, log });

if (manner === 'replay') {
  await journal.replay({
    record: (outcomes) => {
      for (const { claim } of outcomes) say('recorded', claim.recipientNo);
      // Simulates a database that does not respond: the process is killed before the timer ends.
      return new Promise(() => setTimeout(() => {}, 60_000));
    },
    inDoubt: () => Promise.resolve(),
  });
}

const uncommitted: number[] = [];
for (let recipientNo = 0; manner === 'write'; recipientNo += 1) {
  const outcome = answered({ messageId: name, recipientNo, words: 'x'.repeat(recipientNo % 3000) });
  journal.dot(outcome.claim);
  say('dot', recipientNo);
  if (recipientNo % 10 !== 3) {
    journal.replied(outcome);
    say('replied', recipientNo);
    uncommitted.push(recipientNo);
  }
  if (uncommitted.length > UNCOMMITTED) {
    const [oldest = 0] = uncommitted.splice(0, 1);
    journal.committed(answered({ messageId: name, recipientNo: oldest }));
    say('committed', oldest);
  }
  // Yields to the event loop so that flushes can run.
  if (recipientNo % 20 === 0) await setImmediate();
}
if (manner === 'hold') {
  const outcome = answered({ messageId: name, recipientNo: 1 });
  journal.dot(outcome.claim);
  journal.replied(outcome);
  say('replied', 1);
  setTimeout(() => {}, 60_000);
}
