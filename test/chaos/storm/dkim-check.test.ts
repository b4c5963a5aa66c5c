import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dkimFault } from './dkim-check.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const RECORDS = new Map([['pr1._domainkey.sender.example', `v=DKIM1; k=rsa; p=${KEY}`]]);

// This message is signed according to RFC 6376, sections 3.4 and 3.7, without Postrider's signer or the code under
// test.
const BODY_HASH = createHash('sha256').update('Hello there\r\n').digest('base64');
const VALUE = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=sender.example; s=pr1; h=from:subject; bh=${BODY_HASH}; b=`;
const TEXT = `from:ann@sender.example\r\nsubject:A folded one\r\ndkim-signature:${VALUE}`;
const SIGNATURE = sign('sha256', Buffer.from(TEXT), privateKey).toString('base64');
const MAIL = [
  `DKIM-Signature: ${VALUE.replace('; h=', ';\r\n\th=')}${SIGNATURE.slice(0, 70)}`,
  `  ${SIGNATURE.slice(70)}`,
  'From:   ann@sender.example',
  'Subject: A folded',
  '\t one',
  '',
  'Hello  there ',
  '',
  '',
].join('\r\n');

describe('DKIM signature check', () => {
  it('accepts a message with folds and spaces that relaxed ignores', () => {
    expect(dkimFault(MAIL, RECORDS)).toBeUndefined();
  });

  it.each([
    ['the body is not the one that was signed', MAIL.replace('Hello', 'Hallo'), RECORDS],
    ['the signature does not hold', MAIL.replace('ann@', 'bob@'), RECORDS],
    ['the mail is not signed', MAIL.replace('DKIM-Signature', 'X-Signature'), RECORDS],
    ['there is no key pr1._domainkey.sender.example', MAIL, new Map()],
    ['the signature is of another kind', MAIL.replace('rsa-sha256', 'rsa-sha1'), RECORDS],
    ['the mail has no body', 'From: ann@sender.example\r\n', RECORDS],
  ])('reports: %s', (fault, mail, records) => {
    expect(dkimFault(mail, records)).toBe(fault);
  });
});
