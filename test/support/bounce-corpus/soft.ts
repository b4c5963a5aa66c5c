import type { Row } from './index.ts';

/** Bounces that report a full mailbox, with various status codes. */
export const FULL: readonly Row[] = [
  ['5.2.2', '552 5.2.2 Mailbox full', ['postfix', 'exchangeOnline', 'courier']],
  [
    '5.1.1',
    '552 5.1.1 sorry, mailbox ann@there.example is over quota temporarily (#5.1.1)',
    ['gateway', 'postfix', 'bare'],
  ],
  ['5.1.1', '552 5.2.2 Over quota', ['inline', 'broken', 'postfix']],
  ['5.1.1', '550 5.1.1 Mailbox is full', ['qmailRemote', 'sendmail', 'ses']],
  ['5.2.1', '550 5.2.1 The mailbox has exceeded its storage limit', ['exim', 'postfix']],
  [
    '5.2.2',
    "552 5.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.example/OverQuotaPerm - gsmtp",
    ['google', 'googleOld', 'postfix'],
  ],
  ['5.2.2', '550 5.2.2 The email account that you tried to reach is over quota', ['google', 'zoho']],
  [
    '5.2.2',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
    ['exchangeOnline', 'exchange2007', 'exchangeWrapped'],
  ],
  ['5.0.0', '552 Requested mail action aborted: exceeded storage allocation', ['exim', 'sendmail', 'opensmtpd']],
  ['5.0.0', '552 RCPT TO:<ann@there.example> Mailbox disk quota exceeded', ['postfix', 'qmailRemote']],
  ['5.0.0', '550 Quota exceeded. The recipients mailbox is full.', ['ses', 'exim']],
  ['5.0.0', '550 Boite du destinataire pleine. Recipient mailbox full. OFR_417 [417]', ['postfix', 'gateway']],
  ['5.7.1', '554 5.7.1 user ann is over quota', ['postfix', 'sendmail']],
  [
    '5.0.0',
    'mailbox is full (MTA-imposed quota exceeded while writing to file /var/mail/ann)',
    ['eximOwn', 'eximReport'],
  ],
  ['5.0.0', '550 5.2.2 The mailbox of that user is full', ['eximReport', 'russian']],
  ['5.0.0', 'user is over quota', ['qmail', 'yahoo', 'groupwise']],
  ['5.2.2', "The e-mail message could not be delivered because the user's mailfolder is full.", ['qmail']],
  ['5.2.2', 'maildir delivery failed: error writing message: Disk quota exceeded', ['postfixOwn']],
  ['5.1.1', 'ann: mailbox has reached its quota; Quota exceeded', ['notes', 'domino']],
  ['5.2.2', "The recipient's mailbox is full and cannot accept messages", ['exchange2003', 'notes']],
  ['5.0.0', 'recipient reached disk quota', ['pmdf', 'gateway']],
  ['5.0.0', 'Das Postfach ist voll', ['gateway', 'eximOwn']],
  ['5.0.0', 'Почтовый ящик переполнен', ['russian']],
  ['5.0.0', 'メールボックスの容量を超えています', ['japanese']],
  ['5.0.0', '552 Account has too many messages on the server', ['opensmtpd', 'gateway']],
  ['5.0.0', '552 Account ann@there.example does not have enough space', ['exim', 'gateway']],
  ['5.1.1', '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]', ['postfix', 'sendmail']],
  [
    '5.2.2',
    '552 5.2.2 <ann@there.example>: Mailbox is full / Blocks limit exceeded / Inode limit exceeded',
    ['postfix', 'international'],
  ],
];

/** Bounces that report temporary failures, and failures caused by the route or the server. */
export const PASSING: readonly Row[] = [
  ['4.4.1', 'connect to mx.there.example[192.0.2.1]:25: Connection timed out', ['postfixOwn']],
  ['4.4.1', 'connect to mx.there.example[192.0.2.1]:25: Connection refused', ['postfixOwn']],
  [
    '4.4.3',
    'Host or domain name not found. Name service error for name=there.example type=MX: Host not found, try again',
    ['postfixOwn'],
  ],
  [
    '4.4.2',
    'lost connection with mx.there.example[192.0.2.1] while receiving the initial server greeting',
    ['postfixOwn'],
  ],
  ['4.4.7', '451 4.4.7 Message delayed for too long', ['sendmail', 'ses']],
  [
    '4.7.1',
    '450 4.7.1 <ann@there.example>: Recipient address rejected: Greylisted for 5 minutes',
    ['postfix', 'courier'],
  ],
  [
    '4.2.0',
    '450 4.2.0 <ann@there.example>: Recipient address rejected: Greylisted, see http://grey.example/help',
    ['postfix'],
  ],
  [
    '4.1.1',
    '450 4.1.1 <ann@there.example>: Recipient address rejected: unverified address: Address lookup failed',
    ['postfix'],
  ],
  ['5.0.0', '421 4.7.0 Try again later, closing connection. - gsmtp', ['postfix', 'google']],
  ['4.0.0', '451 Temporary local problem - please try later', ['exim', 'sendmail', 'gateway']],
  [
    '5.2.1',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. - gsmtp',
    ['google', 'postfix', 'googleOld'],
  ],
  [
    '5.2.1',
    '550 5.2.1 The user you are trying to contact is receiving mail too quickly. - gsmtp',
    ['google', 'opensmtpd'],
  ],
  ['5.2.1', '550 5.2.1 Mailbox temporarily disabled: ann@there.example', ['postfix', 'gateway']],
  ['5.4.6', '554 5.4.6 Too many hops', ['postfix', 'sendmail', 'gateway']],
  ['5.4.6', 'mail for there.example loops back to myself', ['postfixOwn']],
  ['5.4.14', '554 5.4.14 Hop count exceeded - possible mail loop', ['exchangeOnline', 'exchange2007']],
  ['5.4.300', '550 5.4.300 Message expired -> 451 4.4.0 DNS query failed', ['exchangeOnline']],
  ['5.0.0', 'retry timeout exceeded', ['eximOwn', 'eximReport']],
  ['5.0.0', 'all hosts for there.example have been failing for a long time (and retry time not reached)', ['eximOwn']],
  ['4.4.1', "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)", ['qmail']],
  ['5.0.0', 'Unable to deliver message after multiple retries, giving up.', ['yahoo']],
  ['5.0.0', 'Could not deliver for the last 432000 seconds. Giving up.', ['dragonfly']],
  ['5.0.0', 'Envelope expired', ['opensmtpd']],
  ['5.0.0', 'Host not reachable.', ['zoho']],
  ['5.3.2', '521 5.3.2 System not accepting network messages', ['postfix', 'bare']],
  ['5.3.0', 'Command died with status 17: "/usr/local/bin/filter"', ['postfixOwn']],
  ['4.3.1', '452 4.3.1 Insufficient system storage', ['sendmail', 'postfix']],
];

/** Bounces that report that the message is too large or has a format that the server does not accept. */
export const WRONG_MAIL: readonly Row[] = [
  ['5.3.4', '552 5.3.4 Message size exceeds fixed limit', ['postfix', 'sendmail', 'qmailRemote']],
  ['5.3.4', "552 5.3.4 Your message exceeded Google's message size limits. - gsmtp", ['google', 'googleOld']],
  [
    '5.2.3',
    '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
    ['exchangeOnline', 'exchange2007'],
  ],
  ['5.0.0', '552 message exceeds maximum size', ['exim', 'opensmtpd', 'ses']],
  ['5.0.0', 'message is too big (transport limit = 10485760)', ['eximOwn', 'eximReport']],
  ['5.0.0', '552 Message size exceeds maximum permitted', ['exim', 'courier']],
  [
    '5.2.3',
    'This message is larger than the current system limit or the recipient mailbox is full. Create a shorter message body or remove attachments.',
    ['exchange2003'],
  ],
  ['5.3.4', 'message size 31457280 exceeds size limit 10240000 of server mx.there.example[192.0.2.1]', ['postfixOwn']],
  ['5.6.0', '550 5.6.0 Lone CR or LF in headers', ['postfix', 'exchangeOnline']],
  ['5.6.7', '550 5.6.7 SMTPUTF8 is needed', ['postfix', 'international']],
  ['5.0.0', '550 maximum allowed line length is 998 octets, got 1042', ['exim']],
  ['5.5.2', '500 5.5.2 Error: bad syntax', ['postfix']],
  ['5.1.1', '552 5.1.1 Message size exceeds the maximum permitted size', ['gateway', 'postfix']],
];
