import { expect, it } from 'vitest';
import { createLog, withoutPersonalData } from './log.ts';

function logged(level: 'info' | 'warn', write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: string[] = [];
  write(createLog(level, (line) => void lines.push(line)));
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('writes one JSON object per line, with fields', () => {
  const [line] = logged('info', (log) => log.info('Mail sent', { count: 3n }));
  expect(line).toMatchObject({ level: 'info', message: 'Mail sent', count: '3' });
});

it('omits lines below its level', () => {
  expect(logged('warn', (log) => log.info('nothing'))).toEqual([]);
});

it('writes an error with its code, stack and cause', () => {
  const error = Object.assign(new Error('away', { cause: new Error('cable') }), { code: 'ECONNRESET' });
  const [line] = logged('info', (log) => log.error('Broken', { error }));
  expect(line).toMatchObject({ error: { message: 'away', code: 'ECONNRESET', cause: { message: 'cable' } } });
  expect(JSON.stringify(line)).toContain('log.test.ts');
});

it.each([
  ['an address', '550 <ann+list@mail.example.com> unknown', '550 <<address>> unknown'],
  ['an address of another script', 'an Änne@münchen.example.', 'an <address>.'],
  ['a key', 'Bearer abcdef1234567890 and pr_abcdefgh12345678', '<token> and <token>'],
  ['a personal access token', 'the token pt_abcdefgh12345678 failed', 'the token <token> failed'],
  ['the password of an address', 'postgres://postrider:hunter22@db:5432/x', 'postgres://postrider:...@db:5432/x'],
  ['the path of a package', 'at node_modules/@scope/name/x.js:1:2', 'at node_modules/@scope/name/x.js:1:2'],
])('removes %s from a line', (_name, given, left) => {
  expect(withoutPersonalData(given)).toBe(left);
});

it('omits row data quoted in PostgreSQL errors', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(Ann Example) exists.',
  });
  const [line] = logged('info', (log) => log.error('Broken', { error }));
  expect(line).toMatchObject({ error: { message: 'duplicate key', code: '23505' } });
  expect(JSON.stringify(line)).not.toContain('Ann Example');
});

it('writes plain text when the format is text', () => {
  const lines: string[] = [];
  createLog('info', (line) => void lines.push(line), 'text').info('Mail sent', { count: 3 });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}Mail sent count=3\n$/);
});

it('finds addresses in linear time in a word of a megabyte', () => {
  const word = 'x'.repeat(1_000_000);
  expect(withoutPersonalData(`${word} ann@there.example`)).toBe(`${word} <address>`);
});
