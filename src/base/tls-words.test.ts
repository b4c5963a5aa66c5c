import { describe, expect, it } from 'vitest';
import { certificateWords, codeInWords } from './tls-words.ts';

const errorOf = (code: string, changes: object = {}): Error & { code: string } =>
  Object.assign(new Error('unable to verify; try running Node.js with --use-system-ca'), { code, ...changes });

describe('what is wrong with a certificate', () => {
  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^its certificate authority is unknown/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /^it is self-signed$/],
    ['CERT_HAS_EXPIRED', /^it has expired$/],
  ])('%s is told without the advice of Node', (code, words) => {
    expect(certificateWords(errorOf(code), 'x.example')).toMatch(words);
  });

  it('names the hosts that it is for', () => {
    const error = errorOf('ERR_TLS_CERT_ALTNAME_INVALID', { cert: { subjectaltname: 'DNS:a.example, DNS:b.example' } });
    expect(certificateWords(error, 'x.example')).toBe('it is issued for a.example, b.example, not for x.example');
  });

  it('is not told of other errors, whose codes are words', () => {
    expect(certificateWords(errorOf('ERR_SSL_WRONG_VERSION_NUMBER'), 'x.example')).toBeUndefined();
    expect(codeInWords('ERR_SSL_WRONG_VERSION_NUMBER')).toBe('wrong version number');
  });
});
