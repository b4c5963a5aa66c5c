import { expect, it } from 'vitest';
import { recordsToPublish, type DnsRecord } from './dns-records.ts';
import { faultOf } from './record-faults.ts';

const KEY = 'MIIB'.repeat(98);
const BARE_KEY = `${'A'.repeat(43)}=`;
const RECORDS = recordsToPublish(
  {
    name: 'd.example',
    keys: [
      { selector: 'pr1e', algorithm: 'ed25519', publicKey: BARE_KEY, state: 'waiting' },
      { selector: 'pr1', algorithm: 'rsa', publicKey: KEY, state: 'active' },
      { selector: 'pr2', algorithm: 'rsa', publicKey: 'AAAA', state: 'waiting' },
    ],
    tracking: { host: 'click.d.example', wasFound: false },
  },
  { hostname: 'mail.host.example', reportsDomain: 'in.host.example', publicUrl: 'https://post.host.example' },
);

function fault(name: DnsRecord['name'], found: readonly string[]): string | undefined {
  const record = RECORDS.find((each) => each.name === name);
  if (!record) throw new Error(`there is no record ${name}`);
  return faultOf(record, found);
}

it('the records contain two RSA keys, an Ed25519 key, report addresses and a tracking host', () => {
  expect(RECORDS.map(({ name, host, required, optional }) => [name, host, required, optional ?? false])).toEqual([
    ['dkim1', 'pr1._domainkey.d.example', true, false],
    ['dkim2', 'pr2._domainkey.d.example', false, false],
    ['dkim1_ed25519', 'pr1e._domainkey.d.example', false, true],
    ['return_path', 'bounce.d.example', false, false],
    ['spf', 'bounce.d.example', false, false],
    ['dmarc', '_dmarc.d.example', false, false],
    ['tls_rpt', '_smtp._tls.d.example', false, true],
    ['tracking', 'click.d.example', false, true],
  ]);
  expect(RECORDS.find(({ name }) => name === 'dmarc')?.data).toBe(
    'v=DMARC1; p=none; rua=mailto:dmarc-reports@in.host.example;',
  );
});

it.each(RECORDS.map((record) => [record.name, record.data] as const))(
  'the %s record is valid as shown',
  (name, data) => {
    expect(fault(name, [data])).toBeUndefined();
  },
);

it.each([
  `v=DKIM1; k=rsa; p=${KEY}`,
  `v=DKIM1;k=rsa;p=${KEY};`,
  ` v = DKIM1 ; p = ${KEY.slice(0, 100)} ${KEY.slice(100)} ; t=y`,
  `p=${KEY}`,
  `v=DKIM1; h=sha1:sha256; s=email; n=note; p=${KEY}`,
])('a DKIM record may be written as %j', (text) => expect(fault('dkim1', [text])).toBeUndefined());

it.each([
  [[`"v=DKIM1; k=rsa; p=${KEY.slice(0, 200)}" "${KEY.slice(200)}"`], 'quotation marks'],
  [['v=spf1 -all'], 'no key'],
  [['v=DKIM1; p='], 'revoked'],
  [['v=DKIM1; p=AAAA'], 'different key'],
  [[`v=DKIM1; p=${KEY.toLowerCase()}`], 'different key'],
  [[`v=DKIM1; k=rsa; p=${KEY.slice(0, 239)}`], 'cut off after 239 of 392'],
  [[`k=rsa; v=DKIM1; p=${KEY}`], 'does not start with v=DKIM1'],
  [[`v=DKIM2; p=${KEY}`], 'does not start with v=DKIM1'],
  [[`v=DKIM1; k=ed25519; p=${KEY}`], 'k=, h=, or s='],
  [[`v=DKIM1; h=sha1; p=${KEY}`], 'k=, h=, or s='],
  [[`v=DKIM1; s=tlsrpt; p=${KEY}`], 'k=, h=, or s='],
  [[`v=DKIM1; p=${KEY}`, 'v=DKIM1; p=AAAA'], '2 TXT records'],
])('a DKIM record is invalid as %j', (found, sentence) => expect(fault('dkim1', found)).toContain(sentence));

it.each([
  ['return_path', ['20 mail.host.example']],
  ['return_path', ['10 MAIL.host.example.', '20 other.example']],
  ['spf', ['v=spf1  a:MAIL.host.example  -all']],
  ['spf', ['some other text', 'v=spf1 mx +a:mail.host.example include:other.example ?all']],
  ['spf', ['v=spf1 a:mail.host.example']],
  ['dmarc', ['v=DMARC1;p=reject; rua=mailto:x@y.example']],
  ['dmarc', ['v=DMARC1']],
  ['dmarc', ['google-site-verification=x', 'v = DMARC1 ; p=none']],
  ['dkim1_ed25519', [`v=DKIM1;k=ed25519;p=${BARE_KEY}`]],
  ['tls_rpt', ['v=TLSRPTv1;rua=mailto:x@y.example, mailto:tls-reports@in.host.example']],
  ['tracking', ['Post.Host.example.']],
] as const)('the %s record may be %j', (name, found) => expect(fault(name, found)).toBeUndefined());

it.each([
  ['dkim1_ed25519', [`v=DKIM1; p=${BARE_KEY}`], 'k=, h=, or s='],
  ['dkim1_ed25519', [`v=DKIM1; k=rsa; p=${BARE_KEY}`], 'k=, h=, or s='],
  ['dkim2', ['v=DKIM1; p=BBBB'], 'different key'],
  ['tls_rpt', ['v=TLSRPTv1; rua=mailto:x@y.example'], 'does not contain the report address'],
  ['tls_rpt', ['v=TLSRPTv1'], 'exactly one'],
  ['tracking', ['other.example'], 'points to other.example instead of post.host.example'],
  ['return_path', ['10 other.example'], 'another server'],
  ['return_path', ['5 other.example', '10 mail.host.example'], 'over mail.host.example'],
  ['return_path', ['0 '], 'another server'],
  ['spf', ['v=spf1 -all'], 'Add a:mail.host.example'],
  ['spf', ['v=spf1 ~all a:mail.host.example'], 'Add a:mail.host.example'],
  ['spf', ['v=spf1 -a:mail.host.example ~all'], 'Add a:mail.host.example'],
  ['spf', ['v=spf1 a:mail.host.example ~all', 'v=spf1 -all'], 'has 2 SPF records'],
  ['spf', ['v=spf10 a:mail.host.example ~all'], 'No SPF record'],
  ['spf', ['"v=spf1 a:mail.host.example ~all"'], 'quotation marks'],
  ['dmarc', ['v=dmarc1; p=none'], 'does not start with v=DMARC1'],
  ['dmarc', ['p=none; v=DMARC1'], 'does not start with v=DMARC1'],
  ['dmarc', ['v=DMARC1; p=maybe'], 'p=maybe'],
  ['dmarc', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'has 2 DMARC records'],
  ['dmarc', ['"v=DMARC1; p=none"'], 'quotation marks'],
] as const)('the %s record must not be %j', (name, found, sentence) => expect(fault(name, found)).toContain(sentence));
