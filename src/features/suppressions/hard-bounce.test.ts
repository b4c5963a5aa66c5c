import { describe, expect, it } from 'vitest';
import { isHardBounce } from './hard-bounce.ts';

describe('a hard bounce', () => {
  it.each([
    ['5.1.1', '550 5.1.1 No such user'],
    ['5.1.0', '550 5.1.0 Address rejected'],
    ['5.1.2', 'gone.example does not exist in DNS'],
    ['5.1.3', '501 5.1.3 Bad recipient address syntax'],
    ['5.1.6', '550 5.1.6 Recipient no longer on server'],
    ['5.1.10', 'x.example takes no mail (null MX, RFC 7505)'],
    ['5.2.1', '550 5.2.1 The email account that you tried to reach is disabled'],
    ['5.0.0', '550 User unknown'],
    ['5.0.0', '550 <a@x.example>: Recipient address rejected: User unknown in virtual mailbox table'],
    ['5.0.0', '550 Requested action not taken: mailbox unavailable'],
    ['5.0.0', '551 no such user here'],
    ['5.0.0', "553 sorry, that recipient doesn't exist"],
    ['5.0.0', '550 No mailbox by that name is currently available'],
    ['5.0.0', '550 Account disabled'],
    ['5.0.0', '550 <sender-full@blocked.example>: User unknown; see https://x.example/policy'],
    ['5.0.0', '550 No such\nuser'],
    [null, '550 User unknown'],
  ])('is %s %s', (status, reason) => expect(isHardBounce(status, reason)).toBe(true));

  it.each([
    ['5.7.1', '550 5.7.1 Message rejected due to policy'],
    ['5.7.26', '550 5.7.26 Unauthenticated mail'],
    ['5.2.2', '552 5.2.2 Mailbox full'],
    ['5.3.4', '552 5.3.4 Message too big'],
    ['5.4.4', 'The mail server has a private address'],
    ['5.5.0', '550 5.5.0 Command rejected'],
    ['5.0.0', '554 Transaction failed'],
    ['5.0.0', '550 Your address is on our blocklist; user unknown'],
    ['5.0.0', '550 Sender address unknown'],
    ['5.0.0', '550 Relaying denied for this recipient, invalid address'],
    ['5.0.0', '550 SPF check failed'],
    ['5.0.0', '552 User mailbox is invalid'],
    ['5.0.0', '550 No'],
    ['5.0.0', '550 Unknown user, sending is throttled'],
    ['5.0.0', '550 Mailbox blacklisted, account disabled'],
    ['5.0.0', '550 Your account is disabled'],
    ['5.0.0', '550 Your IP address is invalid'],
    ['5.0.0', '550 Mailbox temporarily unavailable'],
    ['5.0.0', '550 Unauthenticated mail to an invalid account'],
    ['5.0.0', '550 Recipient address rejected: Access denied'],
    ['5.0.0', '550 <unknown-user@x.example>: rejected'],
    ['5.0.0', 'User unknown'],
    ['4.4.7', 'Given up after 9 attempts in 24 hours: no such user'],
    [null, null],
  ])('is not %s %s', (status, reason) => expect(isHardBounce(status, reason)).toBe(false));
});
