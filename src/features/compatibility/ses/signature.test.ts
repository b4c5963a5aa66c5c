import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignedHead } from '../../../http/signed.ts';
import { canonicalRequest, readClaim, sha256Hex, signatureOf, type Claim } from './signature.ts';

/** Key, time and scope of the published examples. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const EMPTY = sha256Hex('');

interface Example {
  readonly name: string;
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly service?: string;
  readonly signature: string;
}

/** Examples from the test suite for Signature Version 4, and from the walk-through in its documentation. */
const EXAMPLES: readonly Example[] = [
  {
    name: 'get-vanilla',
    target: '/',
    signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
  {
    name: 'get-vanilla-query-order-key-case',
    target: '/?Param2=value2&Param1=value1',
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    name: 'post-vanilla',
    method: 'POST',
    target: '/',
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-x-www-form-urlencoded',
    method: 'POST',
    target: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Param1=value1',
    signature: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  },
  {
    name: 'the walk-through',
    target: '/?Action=ListUsers&Version=2010-05-08',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', host: 'iam.amazonaws.com' },
    service: 'iam',
    signature: '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  },
];

function headOf({ headers, method = 'GET', target }: Example): SignedHead {
  return { method, target, headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z', ...headers } };
}

function claimOf(head: SignedHead, service = 'service'): Claim {
  const names = Object.keys(head.headers).toSorted();
  const authorization = `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLEAKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request, SignedHeaders=${names.join(';')}, Signature=${'0'.repeat(64)}`;
  const claim = readClaim({ ...head.headers, authorization });
  if (claim === undefined || typeof claim === 'string') throw new Error(`Not read: ${String(claim)}`);
  return claim;
}

describe('Signature Version 4', () => {
  it.each(EXAMPLES)('matches the published signature: $name', (example) => {
    const head = headOf(example);
    const hash = sha256Hex(example.body ?? '');
    expect(signatureOf(SECRET, head, claimOf(head, example.service), hash)).toBe(example.signature);
  });

  it('encodes the path again and removes empty and dot segments', () => {
    const pathOf = (target: string) =>
      canonicalRequest({ method: 'GET', target, headers: {} }, [], EMPTY).split('\n')[1];
    expect(pathOf('/v2/email/suppression/addresses/a%2Bb%40b.c')).toBe(
      '/v2/email/suppression/addresses/a%252Bb%2540b.c',
    );
    expect(pathOf('//compat//ses/./x/../v2/')).toBe('/compat/ses/v2/');
    expect(pathOf('/')).toBe('/');
    expect(pathOf("/it's*(!)")).toBe('/it%27s%2A%28%21%29');
  });

  it('sorts and normalizes the query', () => {
    const queryOf = (query: string) =>
      canonicalRequest({ method: 'GET', target: `/?${query}`, headers: {} }, [], EMPTY).split('\n')[2];
    expect(queryOf('b=2&a=%7e&a=1&c')).toBe('a=1&a=~&b=2&c=');
    expect(queryOf('a=%zz')).toBe('a=%25zz');
  });

  it('has a different signature after any change to the signed data', () => {
    const head = headOf({ name: '', method: 'POST', target: '/v2/email/x?a=1&b=2', signature: '' });
    const claim = claimOf(head, 'ses');
    const right = signatureOf(SECRET, head, claim, EMPTY);
    const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const changed = fc.oneof(
      letter.map((c) => ({ head: { ...head, target: `${head.target}${c}` } })),
      letter.map((c) => ({ head: { ...head, target: `/${c}${head.target}` } })),
      letter.map((c) => ({ head: { ...head, method: `POST${c}` } })),
      letter.map((c) => ({ head: { ...head, headers: { ...head.headers, host: `example.amazonaws.com${c}` } } })),
      letter.map((c) => ({ secret: SECRET + c })),
      letter.map((c) => ({ hash: sha256Hex(c) })),
      letter.map((c) => ({ claim: { ...claim, region: claim.region + c } })),
    );
    fc.assert(
      fc.property(changed, (change) => {
        const { claim: saying, hash, head: sent, secret } = { claim, hash: EMPTY, head, secret: SECRET, ...change };
        expect(signatureOf(secret, sent, saying, hash)).not.toBe(right);
      }),
    );
  });

  it('distinguishes other Authorization headers from incomplete ones', () => {
    const headers = { host: 'x.test', 'x-amz-date': '20150830T123600Z' };
    const whole =
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLEAKIDEXAMPLE/20150830/us-east-1/ses/aws4_request, SignedHeaders=host;x-amz-date, Signature=' +
      'a'.repeat(64);
    expect(readClaim({ ...headers, authorization: whole })).toMatchObject({ region: 'us-east-1', service: 'ses' });
    expect(readClaim(headers)).toBeUndefined();
    expect(readClaim({ ...headers, authorization: 'Bearer x' })).toBeUndefined();
    const broken = [
      [whole.replace('aws4_request', 'aws3_request'), /Credential/],
      [whole.replace('Signature=a', 'Signature=g'), /Signature/],
      [whole.replace('host;x-amz-date', ''), /SignedHeaders/],
      [whole.replace('host;x-amz-date', 'x-amz-date'), /host/],
      [whole.replace('20150830', '20150831'), /date in Credential/],
    ] as const;
    for (const [authorization, said] of broken) expect(readClaim({ ...headers, authorization })).toMatch(said);
    expect(readClaim({ host: 'x.test', authorization: whole })).toMatch(/X-Amz-Date/);
  });
});
