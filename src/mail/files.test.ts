import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { filePart } from './files.ts';

it.each([
  'invoice.pdf',
  `${'a'.repeat(200)}.pdf`,
  `${'請求書'.repeat(30)}.pdf`,
  `Rechnung "März" (1) ${'ü'.repeat(80)}.pdf`,
])('a file name is unchanged in a message, in lines of at most 78 characters: %s', async (name) => {
  const content = Buffer.from('x');
  const { body, headers } = filePart({ name, type: 'application/pdf', place: 'attachment', content });
  const head = headers.map((header) => `${header.name}: ${header.value}\r\n`).join('');
  for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  const { attachments } = await PostalMime.parse(`${head}\r\n${body.toString('latin1')}`);
  expect(attachments.map(({ filename }) => filename)).toEqual([name]);
});
