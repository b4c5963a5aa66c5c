import { describe, expect, test } from 'vitest';
import {
  joinReply,
  moreSpecificStatus,
  readDsn,
  readInlineDsn,
  recipientOf,
  statusIn,
  type DsnAction,
  type DsnRecipient,
} from './dsn.ts';

function dsnOf(content: string, mimeType = 'message/delivery-status') {
  return readDsn({
    headers: new Map(),
    text: '',
    parts: [{ mimeType, filename: null, content: Buffer.from(content) }],
  });
}

describe('readDsn', () => {
  test.each([
    ['failed', 'failed'],
    ['FAILED', 'failed'],
    ['failed (bad destination mailbox address)', 'failed'],
    ['failure', 'failed'],
    ['delayed', 'delayed'],
    ['delivered', 'delivered'],
    ['relayed', 'relayed'],
    ['expanded', 'expanded'],
    ['failed;', 'failed'],
  ])('reads the action %j as %s', (said, action) => {
    expect(dsnOf(`Final-Recipient: rfc822; a@b\r\nAction: ${said}\r\nStatus: 4.0.0`)).toMatchObject([{ action }]);
  });

  test.each([
    ['an unknown action with a permanent code', 'Action: rejected\r\nStatus: 5.1.1', ['failed']],
    ['an unknown action with a temporary code', 'Action: waiting\r\nStatus: 4.1.1', []],
    ['no action with a permanent code', 'Final-Recipient: rfc822; a@b\r\nStatus: 5.1.1', ['failed']],
    ['no action and no recipient', 'Status: 5.1.1', []],
  ])('derives the action from %s', (_name, fields, actions) => {
    expect(dsnOf(fields)?.map(({ action }) => action)).toEqual(actions);
  });

  test.each([
    ['5.1.1', 'smtp; 550 5.2.2 full', '5.1.1'],
    ['5.0.0', 'smtp; 550 5.2.2 full', '5.2.2'],
    ['5.0.0', 'smtp; 550 gone', '5.0.0'],
    ['', 'smtp; 550 5.2.2 full', '5.2.2'],
    ['', 'smtp; 550 gone', null],
    ['5.1.1 (unknown user)', '', '5.1.1'],
    ['5.1.10', 'smtp; 550 at 15.1.1.2', '5.1.10'],
    ['', 'smtp; 550 host 10.5.1.1 refused', null],
  ])('reads the status code %j with the text %j as %j', (status, words, counts) => {
    const [recipient] = dsnOf(`Action: failed\r\nStatus: ${status}\r\nDiagnostic-Code: ${words}`) ?? [];
    expect(recipient?.status).toBe(counts);
  });

  test('returns undefined without a report part', () => {
    expect(dsnOf('Action: failed', 'text/plain')).toBeUndefined();
    expect(dsnOf('')).toEqual([]);
  });
});

describe('joinReply', () => {
  test.each([
    ['550-5.1.1 one 550-5.1.1 two 550 5.1.1 three', '550 5.1.1 one two three'],
    ['550-one\r\n550-two\r\n550 three', '550 one two three'],
    ['550 5.1.1 one', '550 5.1.1 one'],
    ['550 #5.1.1 one', '550 5.1.1 one'],
    ['550 at 551 Street', '550 at 551 Street'],
    ['no code', 'no code'],
    ['', ''],
  ])('joins %j to %j', (given, joined) => {
    expect(joinReply(given)).toBe(joined);
  });
});

describe('readInlineDsn', () => {
  test.each([
    ['unindented fields', 'It failed.\n\nAction: failed\nStatus: 5.1.1\n', [{ action: 'failed', status: '5.1.1' }]],
    ['indented fields', 'Hm:\n  Action: failed\n  Status: 5.2.2\n', [{ action: 'failed', status: '5.2.2' }]],
    ['fields without a recipient', 'Status: of the weather\n', undefined],
    ['no fields', 'The mail could not be delivered.\n', undefined],
  ])('reads a text with %s', (_name, text, reported) => {
    const recipients = readInlineDsn(text);
    if (reported) expect(recipients).toMatchObject(reported);
    else expect(recipients).toBeUndefined();
  });

  test.each([
    ['550 5.0.0 host said 5.1.1 unknown', '5.1.1'],
    ['5.0.0 and 5.1.0', '5.0.0'],
    ['nothing', null],
  ])('for the text %j, finds the code %j', (words, code) => expect(statusIn(words)).toBe(code));
});

describe('moreSpecificStatus', () => {
  test.each([
    ['5.1.1', '5.2.2', '5.1.1'],
    ['5.0.0', '5.1.0', '5.1.0'],
    ['5.1.0', '5.1.1', '5.1.1'],
    ['5.1.0', '5.2.0', '5.1.0'],
    ['5.1.0', '5.0.0', '5.1.0'],
    [null, '5.0.0', '5.0.0'],
    ['5.0.0', null, '5.0.0'],
    [null, null, null],
  ])('for the codes %j and %j, returns %j', (given, reported, specificity) =>
    expect(moreSpecificStatus(given, reported)).toBe(specificity),
  );
});

test('returns a reason only if the report contains reply text', () => {
  expect(dsnOf('Action: failed\r\nStatus: 5.1.1')).toMatchObject([{ reason: null }]);
  expect(dsnOf('Action: failed\r\nDiagnostic-Code: smtp; 550 gone')).toMatchObject([{ reason: '550 gone' }]);
});

describe('recipient addresses', () => {
  test.each([
    ['rfc822; Ann@There.Example', 'ann@there.example'],
    ['rfc822; Ann Arden <ann@there.example>', 'ann@there.example'],
    ['rfc822; ann@there.example (expanded)', 'ann@there.example'],
    ['rfc822; ann@there.example.', 'ann@there.example'],
    ['rfc822; ann+2Btea@there.example', 'ann+tea@there.example'],
    [String.raw`utf-8; gr\x{FC}n@münchen.example`, 'grün@xn--mnchen-3ya.example'],
    [String.raw`utf-8; \x{10FFFF}@there.example`, '\u{10ffff}@there.example'],
    [String.raw`utf-8; \x{110000}@there.example`, String.raw`\x{110000}@there.example`],
    ['rfc822; ann', null],
  ])('reads %j as %j', (field, finalRecipient) => {
    expect(dsnOf(`Final-Recipient: ${field}\r\nAction: failed`)).toMatchObject([{ finalRecipient }]);
  });
});

describe('recipientOf', () => {
  const entry = (action: DsnAction, finalRecipient: string, originalRecipient: string | null = null): DsnRecipient => ({
    action,
    finalRecipient,
    originalRecipient,
    status: null,
    reason: null,
  });
  const ann = 'ann@there.example';

  test.each<[name: string, recipients: DsnRecipient[], address: string | undefined, at: number]>([
    ['the first failed entry without an address', [entry('delivered', 'a@x'), entry('failed', 'b@x')], undefined, 1],
    ['the first entry if none failed', [entry('delayed', 'a@x'), entry('delivered', 'b@x')], undefined, 0],
    ['nothing from an empty report', [], undefined, -1],
    ['the failed entry of the address', [entry('failed', 'b@x'), entry('delayed', ann), entry('failed', ann)], ann, 2],
    [
      'the entry of the address, ignoring case',
      [entry('failed', 'b@x'), entry('delayed', ann)],
      'Ann@There.Example',
      1,
    ],
    ['the only entry of the address', [entry('delivered', 'b@x'), entry('failed', ann)], ann, 1],
    ['a member that the list reached', [entry('failed', 'b@x', ann), entry('delivered', 'c@x', ann)], ann, 1],
    ['the first member if the list reached none', [entry('failed', 'b@x', ann), entry('failed', 'c@x', ann)], ann, 0],
    ['the only member', [entry('delivered', 'b@x'), entry('failed', 'c@x', ann)], ann, 1],
    ['an entry without an original recipient', [entry('failed', 'b@x', 'bob@x'), entry('failed', 'c@x')], ann, 1],
    ['nothing from a report about others', [entry('failed', 'b@x', 'bob@there.example')], ann, -1],
  ])('returns %s', (_name, recipients, address, at) => {
    expect(recipientOf(recipients, address)).toBe(recipients[at]);
  });
});
