import type { SinkAction } from './smtp-sink.ts';

/**
 * An unusual reply to the final dot from a server that has accepted the message: a description, the action of the
 * server, and a pattern for the stored text.
 */
type OddYes = readonly [name: string, action: SinkAction, text: RegExp];

/**
 * Unusual replies that the client does not wait for until the timeout, because they are complete, the connection ends,
 * or they exceed the client's limits.
 */
export const ODD_ACCEPTANCES: readonly OddYes[] = [
  ['a line of 3,000 bytes', { say: `250 2.0.0 ${'x'.repeat(3_000)}` }, /^2\.0\.0 x{2038}$/],
  ['a line of 100 KB', { say: `250 ${'x'.repeat(100_000)}` }, /^x{2044}$/],
  ['130 lines', { say: `${'250-x\r\n'.repeat(129)}250 end` }, /^(x ){129}end$/],
  ['10,000 lines', { say: `${'250-x\r\n'.repeat(9_999)}250 end` }, /^x x/],
  ['two codes', { say: '250-queued\r\n251 forwarded' }, /^queued forwarded$/],
  ['only a code', { say: '250' }, /^$/],
  ['a hyphen, then only a code', { say: '250-\r\n250' }, /^ $/],
  ['a tab', { say: '250\tqueued' }, /^queued$/],
  ['no space', { say: '250queued' }, /^queued$/],
  ['an unknown code', { say: '299 fine' }, /^fine$/],
  ['bytes that are not ASCII', { say: '250 \u00fc\ufffe\u0000ok' }, /ok$/],
  ['a surrogate pair where the text is cut', { say: `250 x${'\u{1f4ee}'.repeat(600)}` }, /^x/],
  ['bare line feeds', { raw: '250-a\n250 b\n', thenEnd: true }, /^a b$/],
  ['a blank line before', { raw: '\r\n250 ok\r\n', thenEnd: true }, /^ok$/],
  ['a line without a code before', { raw: 'queueing...\r\n250 ok\r\n', thenEnd: true }, /^queueing\.\.\. ok$/],
  ['a line without a code between', { raw: '250-a\r\nhm\r\n250 b\r\n', thenEnd: true }, /^a hm b$/],
  ['the reply to DATA again before', { raw: '354 go ahead\r\n250 ok\r\n', thenEnd: true }, /^ok$/],
  ['garbage after the reply', { raw: '250 ok\r\n<html>\r\n', thenEnd: true }, /^ok$/],
  ['a second reply after it', { raw: '250 ok\r\n451 no\r\n', thenEnd: true }, /^ok$/],
  ['a 421 reply after it', { raw: '250 ok\r\n421 bye\r\n', thenEnd: true }, /^ok$/],
  ['a digit, then FIN', { raw: '2', thenEnd: true }, /^$/],
  ['no line end, then FIN', { raw: '250 ok', thenEnd: true }, /^ok$/],
  ['half of several lines, then FIN', { raw: '250-ok\r\n', thenEnd: true }, /^ok$/],
  ['an error line after the first, then FIN', { raw: '250-a\r\n451-b\r\n', thenEnd: true }, /^a b$/],
  ['lines without an end', { raw: '250-x\r\n'.repeat(200_000) }, /^x x/],
];

/**
 * Replies that the server starts but never completes. The client waits until the timeout for the reply to the final
 * dot.
 */
export const INCOMPLETE_ACCEPTANCES: readonly OddYes[] = [
  ['no line end, then silence', { raw: '250 ok' }, /^ok$/],
  ['a byte now and then', 'drip', /^drip/],
];
