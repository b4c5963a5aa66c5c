import { describe, expect, it } from 'vitest';
import { MAX_DMARC_DEPTH, MAX_DMARC_ROWS, parseDmarcReport } from './dmarc-report.ts';
import { MAX_REPORT_COUNT, reportAddress, reportCount, reportDomain, reportText } from './report-text.ts';
import { MAX_TLS_DEPTH, MAX_TLS_FAILURES, MAX_TLS_NODES, MAX_TLS_POLICIES, parseTlsReport } from './tls-report.ts';

/**
 * Returns a report in the format of large receivers: an XML declaration, the fields of RFC 7489 appendix C, and a few
 * more.
 */
function dmarc({ records = record(), domain = 'acme.example', head = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>${head}
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>google.com</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info>
    <report_id>17482938475610293847</report_id>
    <date_range><begin>1795132800</begin><end>1795219199</end></date_range>
  </report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>
  ${records}
</feedback>`;
}

function record({ ip = '192.0.2.7', count = '12', dkim = 'pass', spf = 'fail', disposition = 'none' } = {}): string {
  return `<record>
    <row><source_ip>${ip}</source_ip><count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
    <identifiers><header_from>acme.example</header_from></identifiers>
    <auth_results><dkim><domain>acme.example</domain><result>pass</result><selector>pr1</selector></dkim>
      <spf><domain>other.example</domain><result>pass</result></spf></auth_results>
  </record>`;
}

function fault(report: object): string {
  return 'fault' in report ? String(report.fault) : 'taken';
}

describe('DMARC report', () => {
  it('is parsed in the format of large receivers', () => {
    expect(parseDmarcReport(dmarc())).toEqual({
      kind: 'dmarc',
      org: 'google.com',
      reportId: '17482938475610293847',
      begin: new Date(1_795_132_800_000),
      end: new Date(1_795_219_199_000),
      domain: 'acme.example',
      rows: [
        {
          sourceIp: '192.0.2.7',
          messages: 12,
          disposition: 'none',
          dkimAligned: true,
          spfAligned: false,
          headerFrom: 'acme.example',
        },
      ],
    });
  });

  it.each([
    [
      'with a namespace',
      (xml: string) => xml.replace('<feedback>', '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">'),
    ],
    ['with a prefix', (xml: string) => xml.replaceAll(/<(\/?)([a-z])/g, '<$1d:$2')],
    ['with a byte order mark', (xml: string) => `\ufeff${xml}`],
    ['with comments and CDATA', (xml: string) => xml.replace('google.com<', '<!-- us --><![CDATA[google.com]]><')],
    ['in one line', (xml: string) => xml.replaceAll(/>\s+</g, '><')],
    [
      'with white space around values',
      (xml: string) => xml.replace('>12<', '> 12 <').replace('>192.0.2.7<', '> 192.0.2.7\n<'),
    ],
  ])('is parsed %s', (_, change) => {
    expect(parseDmarcReport(change(dmarc()))).toEqual(parseDmarcReport(dmarc()));
  });

  it('merges rows that differ only in their count', () => {
    const report = parseDmarcReport(dmarc({ records: record() + record({ count: '3' }) + record({ dkim: 'fail' }) }));
    expect(report).toMatchObject({ rows: [{ messages: 15 }, { messages: 12, dkimAligned: false }] });
  });

  it.each([
    ['an external entity', '<!DOCTYPE feedback [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['nested entities', '<!DOCTYPE feedback [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'],
    ['an external document type', '<!DOCTYPE feedback SYSTEM "http://192.0.2.1/x.dtd">'],
  ])('with %s is rejected', (_, head) => {
    expect(fault(parseDmarcReport(dmarc({ head })))).toBe(
      'The report has a document type declaration, which is not allowed in reports.',
    );
  });

  it.each([
    ['an unknown entity', dmarc({ domain: '&xxe;' }), 'not well-formed'],
    ['a NUL', dmarc({ domain: 'acme\u0000.example' }), 'not well-formed'],
    ['a NUL as a character reference', dmarc({ domain: 'acme&#0;.example' }), 'not well-formed'],
    ['half of its text', dmarc().slice(0, 400), 'not well-formed'],
    ['no content', '', 'not well-formed'],
    ['another root element', '<html><body/></html>', 'root'],
    ['a negative count', dmarc({ records: record({ count: '-5' }) }), 'no valid count'],
    ['a fractional count', dmarc({ records: record({ count: '1.5' }) }), 'no valid count'],
    ['a huge count', dmarc({ records: record({ count: '1000000000001' }) }), 'no valid count'],
    [
      'counts with a sum that is too large',
      dmarc({ records: record({ count: '1000000000000' }) + record() }),
      'too large',
    ],
    ['an invalid source address', dmarc({ records: record({ ip: '192.0.2.256' }) }), 'not an IP address'],
    ['no domain', dmarc({ domain: '' }), 'does not contain a valid domain'],
    ['an invalid domain', dmarc({ domain: 'acme example' }), 'does not contain a valid domain'],
    ['no ID', dmarc().replace('17482938475610293847', ' '), 'no ID'],
    ['no reporter', dmarc().replaceAll(/google\.com|noreply-[^<]*/g, ''), 'the reporting organization'],
    ['no valid time', dmarc().replace('1795132800', 'yesterday'), 'no valid time range'],
    ['a time beyond the calendar', dmarc().replace('1795219199', '999999999999'), 'no valid time range'],
    ['an end before its start', dmarc().replace('1795219199', '1795132799'), 'ends before'],
  ])('with %s is rejected with the reason', (_, xml, words) => {
    expect(fault(parseDmarcReport(xml))).toContain(words);
  });

  it('has at most the maximum number of distinct rows', () => {
    const records = (rows: number): string =>
      Array.from({ length: rows }, (_, no) => record({ ip: `10.0.${no >> 8}.${no & 255}` })).join('');
    expect(fault(parseDmarcReport(dmarc({ records: records(MAX_DMARC_ROWS) })))).toBe('taken');
    expect(fault(parseDmarcReport(dmarc({ records: records(MAX_DMARC_ROWS + 1) })))).toContain('different rows');
  });

  it('has at most the maximum nesting depth', () => {
    const nested = (depth: number): string => dmarc({ records: '<x>'.repeat(depth - 1) + '</x>'.repeat(depth - 1) });
    expect(fault(parseDmarcReport(nested(MAX_DMARC_DEPTH)))).toBe('taken');
    expect(fault(parseDmarcReport(nested(MAX_DMARC_DEPTH + 1)))).toContain('nested deeper');
    expect(fault(parseDmarcReport(nested(1_000_000)))).toContain('nested deeper');
  });
});

/** Returns the example from RFC 8460 appendix B, adapted to another domain. */
function tls(changes: Record<string, unknown> = {}, summary: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    'organization-name': 'Company-X',
    'date-range': { 'start-datetime': '2026-11-20T00:00:00Z', 'end-datetime': '2026-11-20T23:59:59Z' },
    'contact-info': 'sts-reporting@company-x.example',
    'report-id': '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: testing', 'mx: *.mail.acme.example', 'max_age: 86400'],
          'policy-domain': 'acme.example',
          'mx-host': ['*.mail.acme.example'],
        },
        summary: { 'total-successful-session-count': 5326, 'total-failure-session-count': 303, ...summary },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'sending-mta-ip': '2001:db8:abcd:0012::1',
            'receiving-mx-hostname': 'mx1.mail.acme.example',
            'failed-session-count': 100,
          },
          {
            'result-type': 'starttls-not-supported',
            'sending-mta-ip': '203.0.113.58',
            'receiving-mx-hostname': 'mx-backup.mail.acme.example',
            'receiving-ip': '203.0.113.56',
            'failed-session-count': 203,
            'additional-information': 'https://reports.company-x.example/report_info?id=5065427c',
          },
        ],
      },
    ],
    ...changes,
  };
}

function policies(count: number): unknown[] {
  return Array.from({ length: count }, () => ({
    policy: { 'policy-type': 'no-policy-found', 'policy-domain': 'a.example' },
  }));
}

describe('TLS report', () => {
  it('is parsed as the RFC specifies, with the most frequent failure first', () => {
    expect(parseTlsReport(JSON.stringify(tls()))).toMatchObject({
      kind: 'tls',
      org: 'Company-X',
      reportId: '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
      begin: new Date('2026-11-20T00:00:00Z'),
      policies: [
        {
          domain: 'acme.example',
          policyType: 'sts',
          successful: 5326,
          failed: 303,
          failures: [
            { resultType: 'starttls-not-supported', sessions: 203, receivingHost: 'mx-backup.mail.acme.example' },
            { resultType: 'certificate-expired', sessions: 100, sendingIp: '2001:db8:abcd:12::1', detail: '' },
          ],
        },
      ],
    });
  });

  it.each([
    ['invalid JSON', '{"organization-name":', 'not JSON'],
    ['an array', '[]', 'no ID'],
    ['a number', '1', 'no ID'],
    ['a negative count', JSON.stringify(tls({}, { 'total-failure-session-count': -1 })), 'not a valid count'],
    ['a fractional count', JSON.stringify(tls({}, { 'total-failure-session-count': 1.5 })), 'not a valid count'],
    ['a count beyond the range of numbers', JSON.stringify(tls()).replace('5326', '1e400'), 'not a valid count'],
    ['no time range', JSON.stringify(tls({ 'date-range': null })), 'no valid time range'],
    [
      'a time beyond the calendar',
      JSON.stringify(tls()).replace('2026-11-20T23', '2026-13-20T23'),
      'no valid time range',
    ],
    ['no ID', JSON.stringify(tls({ 'report-id': '\u0000 \u0001' })), 'no ID'],
    ['no policies', JSON.stringify(tls({ policies: {} })), 'does not contain any policies'],
    ['a policy without a domain', JSON.stringify(tls({ policies: [null] })), 'does not contain a valid domain'],
    ['too many policies', JSON.stringify(tls({ policies: policies(MAX_TLS_POLICIES + 1) })), 'policies'],
    ['deeply nested arrays', `{"a":${'['.repeat(MAX_TLS_DEPTH)}`, 'nested deeper'],
    ['too many arrays', `[${'[],'.repeat(MAX_TLS_NODES)}`, 'objects'],
  ])('with %s is rejected, and the reason is given', (_, json, words) => {
    expect(fault(parseTlsReport(json))).toContain(words);
  });

  it('has at most the maximum number of policies, and may contain brackets in texts', () => {
    const report = tls({ policies: policies(MAX_TLS_POLICIES), 'contact-info': '[[[[[[[[[[[[[[[[[[[[[[[{{{"\\' });
    expect(fault(parseTlsReport(JSON.stringify(report)))).toBe('taken');
  });

  it('keeps only the failures with the most sessions', () => {
    const failures = Array.from({ length: MAX_TLS_FAILURES + 1 }, (_, no) => ({ 'failed-session-count': no }));
    const [policy] = policies(1) as Record<string, unknown>[];
    const report = parseTlsReport(JSON.stringify(tls({ policies: [{ ...policy, 'failure-details': failures }] })));
    const kept = 'policies' in report ? (report.policies[0]?.failures ?? []) : [];
    expect([kept.length, kept.at(-1)?.sessions]).toEqual([MAX_TLS_FAILURES, 1]);
  });
});

describe('untrusted values', () => {
  it.each([
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['1.2.3', undefined],
    ['1.2.3.4.5', undefined],
    ['fe80::1%eth0', undefined],
    ['::1]/x', undefined],
    ['', undefined],
    [7, undefined],
  ])('normalize the address %j to %j', (given, address) => expect(reportAddress(given)).toBe(address));

  it.each([
    [MAX_REPORT_COUNT, MAX_REPORT_COUNT],
    [MAX_REPORT_COUNT + 1, undefined],
    ['0012', 12],
    ['-1', undefined],
    ['', undefined],
    [Number.NaN, undefined],
  ])('parse the count %j as %j', (given, count) => expect(reportCount(given)).toBe(count));

  it('lose control characters and lone surrogates, and are truncated after 255 characters', () => {
    expect(reportText('a\u0000b\r\nc')).toBe('a b c');
    expect(reportText('\ud83d')).toBe('\ufffd');
    expect(reportText(`${'x'.repeat(254)}\u{1f600}`)).toBe(`${'x'.repeat(254)}\ufffd`);
    expect(reportText({})).toBe('');
  });

  it('are normalized to lowercase domains without a trailing dot', () => {
    expect(reportDomain(' ACME.Example. ')).toBe('acme.example');
    expect(reportDomain(`${'a'.repeat(64)}.example`)).toBeUndefined();
    expect(reportDomain('a'.repeat(100_000))).toBeUndefined();
  });
});
