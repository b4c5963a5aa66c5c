import { describe, expect, test } from 'vitest';
import { joinReply, readDsn, readInlineDsn, statusIn, tellingStatus } from './dsn.ts';

function dsnOf(content: string, mimeType = 'message/delivery-status') {
  return readDsn({
    headers: new Map(),
    text: '',
    parts: [{ mimeType, filename: null, content: Buffer.from(content) }],
  });
}

describe('a delivery status', () => {
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
  ])('of the action %j is %s', (said, action) => {
    expect(dsnOf(`Final-Recipient: rfc822; a@b\r\nAction: ${said}\r\nStatus: 4.0.0`)).toMatchObject([{ action }]);
  });

  test.each([
    ['an unknown action and a permanent code', 'Action: rejected\r\nStatus: 5.1.1', ['failed']],
    ['an unknown action and a temporary code', 'Action: waiting\r\nStatus: 4.1.1', []],
    ['no action and a permanent code', 'Final-Recipient: rfc822; a@b\r\nStatus: 5.1.1', ['failed']],
    ['no action and no recipient', 'Status: 5.1.1', []],
  ])('with %s', (_name, fields, actions) => {
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
  ])('of the code %j and the words %j counts as %j', (status, words, counts) => {
    const [recipient] = dsnOf(`Action: failed\r\nStatus: ${status}\r\nDiagnostic-Code: ${words}`) ?? [];
    expect(recipient?.status).toBe(counts);
  });

  test('is none without its part', () => {
    expect(dsnOf('Action: failed', 'text/plain')).toBeUndefined();
    expect(dsnOf('')).toEqual([]);
  });
});

describe('a reply of several lines', () => {
  test.each([
    ['550-5.1.1 one 550-5.1.1 two 550 5.1.1 three', '550 5.1.1 one two three'],
    ['550-one\r\n550-two\r\n550 three', '550 one two three'],
    ['550 5.1.1 one', '550 5.1.1 one'],
    ['550 #5.1.1 one', '550 5.1.1 one'],
    ['550 at 551 Street', '550 at 551 Street'],
    ['no code', 'no code'],
    ['', ''],
  ])('%j becomes %j', (given, joined) => {
    expect(joinReply(given)).toBe(joined);
  });
});

describe('a text', () => {
  test.each([
    ['fields at its margin', 'It failed.\n\nAction: failed\nStatus: 5.1.1\n', [{ action: 'failed', status: '5.1.1' }]],
    ['fields under its margin', 'Hm:\n  Action: failed\n  Status: 5.2.2\n', [{ action: 'failed', status: '5.2.2' }]],
    ['fields of nobody', 'Status: of the weather\n', undefined],
    ['no fields', 'The mail could not be delivered.\n', undefined],
  ])('with %s', (_name, text, told) => {
    const recipients = readInlineDsn(text);
    if (told) expect(recipients).toMatchObject(told);
    else expect(recipients).toBeUndefined();
  });

  test.each([
    ['550 5.0.0 host said 5.1.1 unknown', '5.1.1'],
    ['5.0.0 and 5.1.0', '5.0.0'],
    ['nothing', null],
  ])('%j names the code %j', (words, code) => expect(statusIn(words)).toBe(code));
});

describe('of two codes', () => {
  test.each([
    ['5.1.1', '5.2.2', '5.1.1'],
    ['5.0.0', '5.1.0', '5.1.0'],
    ['5.1.0', '5.1.1', '5.1.1'],
    ['5.1.0', '5.2.0', '5.1.0'],
    ['5.1.0', '5.0.0', '5.1.0'],
    [null, '5.0.0', '5.0.0'],
    ['5.0.0', null, '5.0.0'],
    [null, null, null],
  ])('%j and %j the telling one is %j', (given, told, telling) => expect(tellingStatus(given, told)).toBe(telling));
});

test('a recipient without words has no reason, one with words has them', () => {
  expect(dsnOf('Action: failed\r\nStatus: 5.1.1')).toMatchObject([{ reason: null }]);
  expect(dsnOf('Action: failed\r\nDiagnostic-Code: smtp; 550 gone')).toMatchObject([{ reason: '550 gone' }]);
});
