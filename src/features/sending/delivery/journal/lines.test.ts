import { expect, test } from 'vitest';
import { readJournal } from '../../../../base/journal-lines.ts';
import { entryLine, MAX_LINE_BYTES } from '../../../../base/journal-lines.ts';
import { answered } from '../../../../../test/support/answered.ts';
import { dotEntry, MAX_CONVERSATION, MAX_WORDS, readEntries, replyEntry, type Answered } from './lines.ts';

const MESSAGE = '01234567-89ab-7cde-8f01-23456789abcd';

async function afterCrash(outcome: Answered): ReturnType<typeof readEntries> {
  return readEntries(readJournal([entryLine(replyEntry(outcome)) ?? Buffer.alloc(0)]).entries);
}

test('an outcome is restored with everything needed to record it', async () => {
  const delivered = answered({ messageId: MESSAGE, recipientNo: 70_000 });
  const bounced: Answered = {
    claim: { ...answered({ messageId: MESSAGE, recipientNo: 1 }).claim, mailClass: 'transactional' },
    outcome: { kind: 'bounced', status: null, reason: null, bounceClass: 'recipient', handedOverAtMs: undefined },
    details: { ...delivered.details, host: null, address: null, tls: null },
  };
  const { chunk: _none, ...claim } = bounced.claim;
  await expect(afterCrash(delivered)).resolves.toEqual({ answered: [delivered], inDoubt: [], unknown: 0 });
  await expect(afterCrash({ ...bounced, claim })).resolves.toEqual({
    answered: [{ ...bounced, claim }],
    inDoubt: [],
    unknown: 0,
  });
});

test('the signal of a reply to the whole site is not restored', async () => {
  const { claim, details, outcome } = answered({ messageId: MESSAGE, recipientNo: 0 });
  const slow: Answered = { claim, details, outcome: { ...outcome, signal: { kind: 'slow' } } };
  expect((await afterCrash(slow)).answered).toEqual([{ claim, details, outcome }]);
});

test('a long conversation keeps its start and its end, up to the limit', async () => {
  const base = answered({ messageId: MESSAGE, recipientNo: 0 });
  const kept = async (conversation: string): Promise<string> => {
    const { answered: known } = await afterCrash({ ...base, details: { ...base.details, conversation } });
    return known[0]?.details.conversation ?? '';
  };
  expect(await kept('x'.repeat(MAX_CONVERSATION))).toBe('x'.repeat(MAX_CONVERSATION));
  const cut = await kept(`first${'x'.repeat(MAX_CONVERSATION)}last`);
  expect(cut).toMatch(/^first[^]*\[\.\.\.\][^]*last$/);
  expect(cut).toHaveLength(MAX_CONVERSATION);
});

test('the longest server reply fits into a line, even in characters with the longest encoding', async () => {
  const base = answered({ messageId: MESSAGE, recipientNo: 0 });
  for (const character of ['\u0001', '\ud800', '€']) {
    const words = character.repeat(100_000);
    const outcome: Answered = {
      claim: base.claim,
      outcome: { ...base.outcome, status: words, reason: words },
      details: { ...base.details, host: words, address: words, tls: words, route: words, conversation: words },
    };
    const line = entryLine(replyEntry(outcome));
    expect(line?.length).toBeLessThan(MAX_LINE_BYTES);
    expect((await afterCrash(outcome)).answered[0]?.outcome.reason).toBe(character.repeat(MAX_WORDS));
  }
});

test('a dot without a reply is in doubt', async () => {
  const { claim } = answered({ messageId: MESSAGE, recipientNo: 2 });
  await expect(readEntries([dotEntry(claim)])).resolves.toEqual({
    answered: [],
    inDoubt: [claim],
    unknown: 0,
  });
});

test.each([
  [
    'another version',
    { key: 'a', kind: 'R9', value: replyEntry(answered({ messageId: MESSAGE, recipientNo: 0 })).value },
  ],
  ['a value that is not an object', { key: 'a', kind: 'R1', value: null }],
  ['a dot without a message', { key: 'a', kind: 'D1', value: { accountId: 1 } }],
  ['an invalid message ID', dotEntry(answered({ messageId: "'; drop table delivery", recipientNo: 0 }).claim)],
])('an entry with %s is counted and otherwise ignored', async (_name, entry) => {
  await expect(readEntries([entry])).resolves.toEqual({ answered: [], inDoubt: [], unknown: 1 });
});
