import { expect, it } from 'vitest';
import { feedbackId } from './feedback-id.ts';

it.each([
  [undefined, 't:transactional:42:postrider'],
  ['', 't:transactional:42:postrider'],
  ['receipt', 'receipt:transactional:42:postrider'],
  ['Password Reset', 'password-reset:transactional:42:postrider'],
  ['a:b:c', 'a-b-c:transactional:42:postrider'],
  ['grüße\r\nX: y', 'gr-e-x-y:transactional:42:postrider'],
  ['--', 't:transactional:42:postrider'],
  ['日本語', 't:transactional:42:postrider'],
  ['x'.repeat(40), `${'x'.repeat(40)}:transactional:42:postrider`],
  ['x'.repeat(41), `${'x'.repeat(40)}:transactional:42:postrider`],
])('for the stream %j, returns the Feedback-ID %s', (stream, value) => {
  expect(feedbackId({ stream, mailClass: 'transactional', accountId: 42 })).toEqual({ name: 'Feedback-ID', value });
});
