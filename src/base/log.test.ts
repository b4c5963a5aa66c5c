import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(level: 'info' | 'warn', write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: string[] = [];
  write(createLog(level, (line) => void lines.push(line)));
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('writes a JSON object a line, with fields', () => {
  const [line] = logged('info', (log) => log.info('Mail sent', { count: 3n }));
  expect(line).toMatchObject({ level: 'info', message: 'Mail sent', count: '3' });
});

it('leaves out what is below its level', () => {
  expect(logged('warn', (log) => log.info('nothing'))).toEqual([]);
});

it('writes an error with its code, stack and cause', () => {
  const error = Object.assign(new Error('away', { cause: new Error('cable') }), { code: 'ECONNRESET' });
  const [line] = logged('info', (log) => log.error('Broken', { error }));
  expect(line).toMatchObject({ error: { message: 'away', code: 'ECONNRESET', cause: { message: 'cable' } } });
  expect(JSON.stringify(line)).toContain('log.test.ts');
});
