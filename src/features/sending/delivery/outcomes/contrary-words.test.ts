import { describe, expect, test } from 'vitest';
import { classOfReport } from './classify.ts';

/** Reasons that do not concern the recipient. Servers also send such text with the codes for an unknown mailbox. */
const OF_OTHERS = [
  'Recipient storage exceeded',
  'This account is over its allotted quota',
  'The mailbox is not available because its quota is used up',
  'storage quota for the account has been reached',
  'user ann is out of disk space',
  'Account does not have enough space',
  'Das Speicherlimit des Benutzers ist erreicht',
  'Boîte aux lettres pleine',
  'Caixa de correio cheia',
  'Daily limit exceeded for user',
  'Recipient is unavailable at this time, try again later',
  'System is temporarily unable to verify the recipient',
  'Delivery time expired for user',
  'mail loop detected for user',
  'Too many recipients',
  'Too many invalid recipients',
  "Message refused by recipient's filter",
  'rejected by recipient',
  'The user has blocked your address',
  "Sorry, I don't accept mail from you",
  'The recipient only accepts mail from known senders',
  'recipient is not accepting mails from this domain',
  'You must be a member to post to this address',
  'Unable to relay, invalid user',
  'Unknown sender',
  'Invalid sender address',
  'Sender verify failed: no such user at sender domain',
  'Your mail server is unknown to us',
  'invalid HELO name',
  'Client host rejected: unknown user agent',
  'Invalid authentication for user',
  'virus found, user unknown to scanner',
  'greylisted, unknown address pair',
  'RBL lookup of your address failed: user blocked',
  'Message looks like spam to this address',
  'Attachment type not allowed, invalid message',
];

/** Replies for recipients that do not exist, or no longer exist. */
const OF_RECIPIENTS = [
  'No such local user',
  'mailbox not found',
  'Address does not exist',
  'There is no such address',
  'Recipient address not in directory',
  'User ann not found in LDAP',
  'not listed in the address book',
  'this email address is no longer in use',
  'this address no longer accepts mail',
  'Ann left the company',
  'is no longer a customer',
  'the mailbox was removed',
  'Account expired',
  'The account has been deactivated',
  'user ann has been suspended',
  'unroutable address',
  'does not have a mailbox here',
  'Benutzer unbekannt',
  'utilisateur inconnu',
  'destinatario no existe',
  'Onbekende gebruiker',
  'nieznany użytkownik',
];

describe.each(['5.1.1', '5.2.1', '5.1.10', '5.0.0', '5.1.0', '5.5.0', '5.7.1', null])('with the code %s', (status) => {
  test.each(OF_OTHERS)('the recipient is not suppressed for: %s', (words) => {
    for (const text of [words, `550 ${words}`, `552 ${words}`])
      expect(classOfReport(status, text)).not.toBe('recipient');
  });
});

describe.each(['5.1.1', '5.0.0', '5.5.0', '5.7.1', '5.0.350', null])(
  'with the code %s, an unknown recipient',
  (status) => {
    test.each(OF_RECIPIENTS)('is recognized: %s', (words) => {
      expect(classOfReport(status, `550 ${words}`)).toBe('recipient');
    });
  },
);

describe('a code without a reason', () => {
  test.each([
    ['5.0.0', '550 5.1.1 Whoever that was', 'recipient'],
    ['5.0.350', '550 5.0.350 Remote server returned an error -> 552 5.2.2 Whoever that was', 'mailbox-full'],
    ['5.1.0', '550 5.1.0 <ann@there.example> 5.7.26 Whoever that was', 'sender'],
    ['5.0.0', '421 4.7.0 Whoever that was', 'transient'],
    ['4.0.0', '550 5.1.1 Whoever that was', 'recipient'],
    ['4.4.7', '550 5.1.1 Whoever that was', 'transient'],
  ])('%s is overridden by the code in %s', (status, words, is) => expect(classOfReport(status, words)).toBe(is));
});
