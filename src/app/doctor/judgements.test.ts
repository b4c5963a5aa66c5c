import { describe, expect, it } from 'vitest';
import { judgeClock, judgeServer, judgeSettings, judgeSpace } from './host.ts';
import { judgeReverse } from './network.ts';
import { judgePartitions, judgeQueue } from './work.ts';

const GIB = 2 ** 30;

describe('the doctor judges', () => {
  it.each([
    ['a durable database', judgeServer({ version: '18.4', switched_off: [] }), 'ok'],
    ['one without fsync', judgeServer({ version: '18.4', switched_off: ['fsync'] }), 'problem'],
    ['clocks that agree', judgeClock(1_900), 'ok'],
    ['a machine that is behind', judgeClock(2_100), 'problem'],
    ['a machine that is ahead', judgeClock(-2_100), 'problem'],
    ['plenty of room', judgeSpace(50 * GIB, 100 * GIB), 'ok'],
    ['less than a tenth', judgeSpace(9 * GIB, 100 * GIB), 'warning'],
    ['less than a GiB', judgeSpace(0.9 * GIB, 2 * GIB), 'problem'],
    ['an empty queue', judgeQueue(0, 0), 'ok'],
    ['a queue that moves', judgeQueue(5_000, 30), 'ok'],
    ['a queue that stands', judgeQueue(1, 700), 'problem'],
    ['partitions of a week', judgePartitions(8), 'ok'],
    ['a last partition', judgePartitions(1), 'problem'],
    ['a name that leads back', judgeReverse('mail.x.example', '192.0.2.1', ['Mail.x.example.']), 'ok'],
    ['another name', judgeReverse('mail.x.example', '192.0.2.1', ['host-1.provider.example']), 'problem'],
    ['no name', judgeReverse('mail.x.example', '192.0.2.1', []), 'problem'],
  ] as const)('%s', (_, finding, level) => {
    expect(finding.level).toBe(level);
    expect(finding.remedy === undefined).toBe(level === 'ok');
  });

  it('which way the clock is off', () => {
    expect(judgeClock(5_000).message).toContain('5.0 s behind');
    expect(judgeClock(-5_000).message).toContain('5.0 s ahead');
  });

  it('settings by where mail goes', () => {
    const settings = {
      delivery: 'direct',
      baseUrl: 'https://mail.acme.example',
      sandboxDomain: 'sandbox.acme.example',
      secret: 'x'.repeat(32),
      databaseUrl: 'postgres://db',
    } as const;
    const levels = (changes: Partial<Record<keyof typeof settings, string | undefined>>) =>
      judgeSettings(Object.assign({}, settings, changes)).map(({ subject, level }) => `${subject} ${level}`);
    expect(levels({})).toEqual(['delivery ok']);
    expect(levels({ baseUrl: undefined })).toContain('base address warning');
    expect(levels({ baseUrl: 'http://mail.acme.example' })).toContain('base address warning');
    expect(levels({ sandboxDomain: 'sandbox.localhost' })).toContain('sandbox warning');
    expect(levels({ secret: undefined })).toContain('secret warning');
    expect(levels({ secret: undefined, databaseUrl: undefined })).toEqual(['delivery ok']);
    expect(levels({ delivery: 'inbox', baseUrl: undefined })).toEqual(['delivery ok']);
  });
});
