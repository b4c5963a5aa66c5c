import { expect, it } from 'vitest';
import { createTranscript, MAX_CONVERSATION_CHARACTERS } from './transcript.ts';

it('both sides are noted line by line', () => {
  const transcript = createTranscript('(reused connection)\n');
  transcript.said('RCPT TO:<b@x.example>');
  transcript.heard({ reply: { code: 550, text: 'no such user', enhanced: undefined }, lines: ['no such', 'user'] });
  expect(transcript.text()).toBe('(reused connection)\n> RCPT TO:<b@x.example>\n< 550-no such\n< 550 user\n');
});

it('what is hidden is shown by neither side', () => {
  const transcript = createTranscript('');
  transcript.hide('');
  transcript.hide('hunter2');
  transcript.said('AUTH PLAIN hunter2');
  transcript.heard({ reply: { code: 535, text: '', enhanced: undefined }, lines: ['hunter2 is wrong'] });
  expect(transcript.text()).toBe('> AUTH PLAIN ***\n< 535 *** is wrong\n');
  expect(transcript.conceal('hunter2!')).toBe('***!');
});

it('a conversation as long as allowed is kept, a longer one loses its middle', () => {
  const full = createTranscript('x'.repeat(MAX_CONVERSATION_CHARACTERS));
  expect(full.text()).toHaveLength(MAX_CONVERSATION_CHARACTERS);
  const over = createTranscript(`first${'x'.repeat(MAX_CONVERSATION_CHARACTERS)}`);
  over.note('last');
  expect(over.text()).toHaveLength(MAX_CONVERSATION_CHARACTERS);
  expect(over.text()).toMatch(/^first[^]*\n\(cut\)\n[^]*last\n$/);
});

it('a long line is cut', () => {
  const transcript = createTranscript('');
  transcript.said('x'.repeat(5_000));
  expect(transcript.text().length).toBeLessThan(1_100);
});
