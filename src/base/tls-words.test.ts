import { describe, expect, it } from 'vitest';
import { certificateWords, codeInWords } from './tls-words.ts';

const errorOf = (code: string, changes: object = {}): Error & { code: string } =>
  Object.assign(new Error('unable to verify; try running Node.js with --use-system-ca'), { code, ...changes });

describe('certificateWords', () => {
  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^its certificate authority is unknown/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /^it is self-signed$/],
    ['CERT_HAS_EXPIRED', /^it has expired$/],
  ])("describes %s without the advice in Node's message", (code, words) => {
    expect(certificateWords(errorOf(code), 'x.example')).toMatch(words);
  });

  it('names the hosts that the certificate is issued for', () => {
    const error = errorOf('ERR_TLS_CERT_ALTNAME_INVALID', { cert: { subjectaltname: 'DNS:a.example, DNS:b.example' } });
    expect(certificateWords(error, 'x.example')).toBe('it was issued for a.example, b.example, not for x.example');
  });

  it('returns undefined for other errors, and codeInWords describes their codes', () => {
    expect(certificateWords(errorOf('ERR_SSL_WRONG_VERSION_NUMBER'), 'x.example')).toBeUndefined();
    expect(codeInWords('ERR_SSL_WRONG_VERSION_NUMBER')).toBe('wrong version number');
  });
});
