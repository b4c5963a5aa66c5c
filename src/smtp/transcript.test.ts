import { expect, it } from 'vitest';
import { createTranscript, MAX_CONVERSATION_CHARACTERS } from './transcript.ts';

/** A clock that never advances. */
const still = (): number => 0;

it('elapsed time is noted between the lines, in whole milliseconds that add up', () => {
  let nowMs = 100;
  const transcript = createTranscript('', () => nowMs);
  for (const [passedMs, line] of [
    [34.6, 'EHLO a'],
    [0.9, 'MAIL'],
    [0.3, 'RCPT'],
    [1_000, 'DATA'],
  ] as const) {
    nowMs += passedMs;
    transcript.said(line);
  }
  expect(transcript.text()).toBe('(+34 ms)\n> EHLO a\n(+1 ms)\n> MAIL\n> RCPT\n(+1000 ms)\n> DATA\n');
});

it('both sides are recorded line by line', () => {
  const transcript = createTranscript('(reused connection)\n', still);
  transcript.said('RCPT TO:<b@x.example>');
  transcript.heard({ reply: { code: 550, text: 'no such user', enhanced: undefined }, lines: ['no such', 'user'] });
  expect(transcript.text()).toBe('(reused connection)\n> RCPT TO:<b@x.example>\n< 550-no such\n< 550 user\n');
});

it('hidden text is not shown for either side', () => {
  const transcript = createTranscript('', still);
  transcript.hide('');
  transcript.hide('hunter2');
  transcript.said('AUTH PLAIN hunter2');
  transcript.heard({ reply: { code: 535, text: '', enhanced: undefined }, lines: ['hunter2 is wrong'] });
  expect(transcript.text()).toBe('> AUTH PLAIN ***\n< 535 *** is wrong\n');
  expect(transcript.conceal('hunter2!')).toBe('***!');
});

it('a conversation up to the limit is kept, and a longer one loses its middle', () => {
  const full = createTranscript('x'.repeat(MAX_CONVERSATION_CHARACTERS), still);
  expect(full.text()).toHaveLength(MAX_CONVERSATION_CHARACTERS);
  const over = createTranscript(`first${'x'.repeat(MAX_CONVERSATION_CHARACTERS)}`, still);
  over.note('last');
  expect(over.text()).toHaveLength(MAX_CONVERSATION_CHARACTERS);
  expect(over.text()).toMatch(/^first[^]*\n\(cut\)\n[^]*last\n$/);
});

it('a long line is cut', () => {
  const transcript = createTranscript('', still);
  transcript.said('x'.repeat(5_000));
  expect(transcript.text().length).toBeLessThan(1_100);
});
