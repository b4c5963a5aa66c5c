import { expect, it } from 'vitest';
import type { DnsRecord } from './dns-records.ts';
import { zoneFileOf } from './zone-file.ts';

it('records are written as lines of a zone file with quoted strings and absolute names', () => {
  const base = { required: true, found: [], valid: false, reason: null } as const;
  const records: DnsRecord[] = [
    { ...base, name: 'dkim1', type: 'TXT', host: 'k.a.example', data: 'v=1; p="x"', dataParts: ['v=1;', ' p="x"'] },
    { ...base, name: 'return_path', required: false, type: 'MX', host: 'bounce.a.example', data: '10 mail.b.example' },
    {
      ...base,
      name: 'tracking',
      required: false,
      optional: true,
      type: 'CNAME',
      host: 'c.a.example',
      data: 'b.example',
    },
  ];
  expect(zoneFileOf({ name: 'a.example', records })).toBe(
    [
      '; DNS records of a.example for sending email',
      '; dkim1, required',
      'k.a.example.\t3600\tIN\tTXT\t"v=1;" " p=\\"x\\""',
      '; return_path, recommended',
      'bounce.a.example.\t3600\tIN\tMX\t10 mail.b.example.',
      '; tracking, optional',
      'c.a.example.\t3600\tIN\tCNAME\tb.example.',
      '',
    ].join('\n'),
  );
});
