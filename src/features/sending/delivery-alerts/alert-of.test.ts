import { describe, expect, it } from 'vitest';
import { alertOf, domainOfSender, siteOf } from './alert-of.ts';

const outcome = { messageId: 'm', recipient: 'bob@y.example', reason: null, bounceClass: undefined, route: 'direct' };
const pause = { kind: 'pause' };

describe('an outcome', () => {
  it.each([
    [{ bounceClass: 'sender' }, 'sender'],
    [{ bounceClass: 'policy' }, 'blocked'],
    [{ bounceClass: 'policy', signal: pause }, 'paused'],
    [{ bounceClass: 'transient', signal: { kind: 'trickle' } }, 'paused'],
    [{ bounceClass: 'policy', route: 'report' }, 'blocked'],
    [{ bounceClass: 'transient', signal: { kind: 'slow' } }, undefined],
    [{ bounceClass: 'transient' }, undefined],
    [{ bounceClass: 'message', unprepared: { what: 'the template', cause: 'x' }, route: 'none' }, 'unprepared'],
    [{ bounceClass: 'recipient' }, undefined],
    [{ bounceClass: 'mailbox-full' }, undefined],
    [{ bounceClass: 'message' }, undefined],
    [{ bounceClass: 'transient', dnsAlone: 'doubted' }, 'resolver'],
    [{ bounceClass: 'recipient', dnsAlone: 'believed' }, undefined],
    [{}, undefined],
    [{ bounceClass: 'policy', route: 'test' }, undefined],
    [{ bounceClass: 'policy', route: 'suppressed' }, undefined],
  ])('%o raises %s', (changes, kind) => expect(alertOf({ ...outcome, ...changes })).toBe(kind));
});

describe('the name of a receiver', () => {
  it.each([
    ['mta5.am0.yahoodns.net', 'yahoodns.net'],
    ['x-com.mail.protection.outlook.com.', 'outlook.com'],
    ['mx.bt.co.uk', 'bt.co.uk'],
    ['LOCALHOST', 'localhost'],
    [null, 'y.example'],
    [undefined, 'y.example'],
  ])('of %s is %s', (host, name) => expect(siteOf({ host, recipient: 'bob@y.example' })).toBe(name));

  it('contains no characters that are unsafe in an email', () => {
    expect(siteOf({ host: 'a\r\nBcc: x@evil\0.example', recipient: '' })).toBe('abccxevil.example');
    expect(siteOf({ host: 'x'.repeat(5_000), recipient: '' })).toHaveLength(253);
  });
});

it.each([
  ['Ann <ann@X.example>', 'x.example'],
  ['ann@x.example', 'x.example'],
  ['"a@b" <ann@bücher.example> ', 'bücher.example'],
])('the domain of the sender %s is %s', (sender, domain) => expect(domainOfSender(sender)).toBe(domain));
