import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from './address.ts';
import { compose, type ComposedMail } from './compose.ts';

const MESSAGE_ID = '01a21de0f32871369b60a2b64e6dd312@example.org';
const OWN = `=_${createHash('sha256').update(MESSAGE_ID).digest('hex').slice(0, 40)}`;

/** Text from an attacker who knows how messages are composed, including the boundary. */
const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  [
    'the boundary of its own message',
    `before\n--${OWN}\nContent-Type: text/html\n\n<p>smuggled</p>\n--${OWN}--\nafter`,
  ],
  ['the closing boundary of its own message', `before\n--${OWN}--\n\n--\nafter`],
  [
    'lines that start a message in a mailbox file',
    'From somebody\nFrom: eve@evil.test\n\nFrom eve Mon Jan 1\nBcc: x@evil.test',
  ],
  ['lone dots', '.\n..\n.\n'],
  ['a line of 5,000 characters', 'ä'.repeat(2_500) + 'x'.repeat(2_500)],
  ['white space at the end of lines', 'a \nb\t\nc  '],
];

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(text);
  return parsed;
}

function composed(text: string, html: string | undefined): ComposedMail {
  return compose({
    from: mailbox('news@example.org'),
    to: [mailbox('ann@example.com')],
    cc: [],
    replyTo: [],
    subject: 'Hello',
    html,
    text,
    headers: [],
    messageId: MESSAGE_ID,
    date: new Date('2026-11-27T10:00:00Z'),
  });
}

it.each(HOSTILE)('keeps a body with %s inside its part and within SMTP line limits', async (_what, text) => {
  for (const html of [undefined, text]) {
    const { body, headers } = composed(text, html);
    const bytes = body.toString('latin1');
    const head = headers.map(({ name, value }) => `${name}: ${value}`).join('\r\n');
    if (html !== undefined) expect(head).toContain(OWN);
    expect(bytes.split('\r\n').filter((line) => line.length > 998 || /[\r\n]/.test(line))).toEqual([]);
    expect(bytes.split(OWN)).toHaveLength(html === undefined ? 1 : 4);
    const mail = await new PostalMime().parse(`${head}\r\n\r\n${bytes}`);
    expect([mail.text, mail.html, mail.attachments]).toEqual([
      expect.stringContaining(text.trimEnd()),
      html === undefined ? undefined : expect.stringContaining(text.trimEnd()),
      [],
    ]);
    expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  }
});
