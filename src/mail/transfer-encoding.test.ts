import { expect, it } from 'vitest';
import { encodeText } from './transfer-encoding.ts';

it.each([
  ['quoted-printable', 'Hello'],
  ['quoted-printable', ''],
  ['quoted-printable', '='.repeat(1_000)],
  ['quoted-printable', 'Viele Grüße an alle meine Freunde in aller Welt. '.repeat(50)],
  ['base64', 'ä'.repeat(990_000)],
  ['base64', 'Здравствуйте'],
  ['base64', '今日は\n'.repeat(100)],
])('chooses %s as the shorter encoding and decodes to the same text', (encoding, text) => {
  const encoded = encodeText(text);
  expect(encoded.encoding).toBe(encoding);
  const lines = encoded.body.toString('latin1').split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  if (encoding === 'quoted-printable') return;
  const decoded = Buffer.from(encoded.body.toString('latin1'), 'base64').toString();
  expect(decoded).toBe(`${text.trimEnd().replaceAll('\n', '\r\n')}\r\n`);
});
