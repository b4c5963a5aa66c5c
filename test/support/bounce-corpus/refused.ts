import type { Row } from './index.ts';

/**
 * Reports that the message was rejected because of its content, its type, or the server that sent it. The recipient is
 * not the reason.
 */
export const POLICY: readonly Row[] = [
  [
    '5.7.1',
    '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.7',
    ['postfix', 'exim', 'qmailRemote'],
  ],
  [
    '5.1.1',
    '550 5.1.1 Mail from 192.0.2.7 refused, see http://www.spamhaus.org/query/bl?ip=192.0.2.7',
    ['postfix', 'ses'],
  ],
  ['5.1.1', '550 5.1.1 Message rejected as spam by our content filter', ['gateway', 'postfix', 'inline']],
  ['5.1.1', '550 5.1.1 Refused due to recipient preferences', ['postfix', 'sendmail']],
  ['5.1.1', '550 5.1.1 <ann@there.example>: Recipient address rejected: blocked by local policy', ['postfix', 'bare']],
  ['5.2.1', '550 5.2.1 Not allowed to send to this mailbox', ['exim', 'exchangeWrapped']],
  [
    '5.7.1',
    "550 5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    ['exchangeWrapped', 'postfix', 'exim'],
  ],
  [
    '5.0.0',
    '550 SC-001 (BAY004-MC1F24) Unfortunately, messages from 192.0.2.7 were not sent. Mail from your network has unwanted content.',
    ['postfix', 'japanese', 'exim'],
  ],
  ['5.7.606', '550 5.7.606 Access denied, banned sending IP [192.0.2.7].', ['exchangeWrapped', 'postfix']],
  [
    '5.7.1',
    '550 5.7.1 [192.0.2.7] Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked. - gsmtp',
    ['google', 'googleOld', 'sendmail'],
  ],
  [
    '5.7.0',
    '552 5.7.0 This message was blocked because its content presents a potential security issue. - gsmtp',
    ['google', 'postfix'],
  ],
  [
    '5.7.129',
    '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient',
    ['exchangeOnline'],
  ],
  [
    '5.7.133',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    ['exchangeOnline', 'bare'],
  ],
  ['5.7.1', 'The sender does not have sufficient rights; delivery to this list is restricted', ['exchange2003']],
  [
    '5.0.0',
    '554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.example/errors [120]',
    ['yahoo', 'postfix', 'ses'],
  ],
  [
    '5.0.0',
    '553 5.7.2 [TSS09] All messages from 192.0.2.7 will be permanently deferred; Retrying will NOT succeed.',
    ['yahoo', 'postfix'],
  ],
  ['5.7.1', '554 5.7.1 [HM08] Message rejected due to local policy.', ['postfix', 'pmdf']],
  ['5.7.1', '554 5.7.1 <ann@there.example>: Relay access denied', ['postfix', 'sendmail', 'qmailRemote']],
  ['5.0.0', '550 relay not permitted', ['exim', 'opensmtpd']],
  ['5.7.1', '550 5.7.1 Unable to relay for ann@there.example', ['exchange2007', 'sendmail']],
  ['5.0.0', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", ['qmailRemote', 'qmail']],
  ['5.7.1', '554 5.7.1 <out.shop.example[192.0.2.7]>: Client host rejected: Access denied', ['postfix', 'courier']],
  [
    '5.7.25',
    '550 5.7.25 [192.0.2.7] The IP address sending this message does not have a PTR record setup. - gsmtp',
    ['google', 'postfix'],
  ],
  ['5.7.1', '550 5.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.7]', ['postfix', 'exim']],
  [
    '5.0.0',
    "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    ['ses', 'sendmail', 'exim'],
  ],
  ['5.0.0', '550 High probability of spam', ['exim', 'opensmtpd', 'gateway']],
  ['5.0.0', '550 This message was classified as SPAM and may not be delivered', ['eximReport', 'gateway']],
  ['5.7.1', '554 5.7.1 Message contains a virus (Eicar-Test-Signature)', ['postfix', 'gateway']],
  ['5.0.0', '"Sorry, you are sending to/from an address that has been blacklisted"', ['eximOwn']],
  ['5.0.0', '550 Administrative prohibition', ['exim', 'eximReport']],
  [
    '5.7.1',
    '550 5.7.1 Requested action not taken: message refused because of its attachment; policy of this site',
    ['exchangeWrapped', 'postfix'],
  ],
  ['5.7.1', '550 5.7.1 user unknown, but your IP address is on our block list', ['postfix', 'gateway']],
  ['5.0.0', '554 rejected due to spam content', ['gateway', 'pmdf', 'zoho']],
  [
    '5.0.0',
    '550 Rejected by header based manually Blocked Senders - https://gate.example/docs/550',
    ['exchangeWrapped', 'postfix'],
  ],
  ['5.7.1', '554 5.7.1 Recipient address rejected: Access denied', ['postfix', 'exim']],
  ['5.0.0', '550 permanent failure for one or more recipients (ann@there.example:blocked)', ['gateway', 'postfix']],
  ['5.0.0', '550 Too many invalid recipients', ['exim', 'postfix']],
  ['5.0.0', '554 Denied (Mode: normal)', ['sendmail', 'exim']],
  ['5.7.1', 'You are not allowed to post to this mailing list, and your message has been rejected', ['gateway']],
];

/** Reports that the sender is not authenticated or that the sender's address is invalid. */
export const SENDER: readonly Row[] = [
  [
    '5.7.26',
    "550 5.7.26 Unauthenticated email from shop.example is not accepted due to domain's DMARC policy. - gsmtp",
    ['google', 'postfix', 'googleOld'],
  ],
  [
    '5.7.26',
    '550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp',
    ['google', 'sendmail'],
  ],
  [
    '5.7.1',
    '550 5.7.26 This message fails to pass SPF checks for an SPF record with a hard fail policy (-all). - gsmtp',
    ['google', 'postfix'],
  ],
  [
    '5.7.515',
    '550 5.7.515 Access denied, sending domain shop.example does not meet the required authentication level.',
    ['exchangeWrapped', 'exchangeOnline'],
  ],
  [
    '5.7.509',
    '550 5.7.509 Access denied, sending domain shop.example does not pass DMARC verification and has a DMARC policy of reject.',
    ['exchangeWrapped', 'exchangeOnline'],
  ],
  [
    '5.7.23',
    '550 5.7.23 <ann@there.example>: Recipient address rejected: Message rejected due to: SPF fail - not authorized',
    ['postfix', 'bare'],
  ],
  [
    '5.0.0',
    '550 SPF check failed: 192.0.2.7 is not allowed to send mail from shop.example',
    ['exim', 'sendmail', 'opensmtpd'],
  ],
  ['5.1.8', '550 5.1.8 <hello@shop.example>: Sender address rejected: Domain not found', ['postfix', 'sendmail']],
  ['5.0.0', '550 Sender verify failed', ['exim', 'qmailRemote']],
  ['5.1.7', '550 5.1.7 <hello@shop.example>: Sender address rejected: undeliverable address', ['postfix']],
  ['5.1.1', '550 5.1.1 <hello@shop.example>: Sender address rejected: User unknown', ['postfix', 'ses']],
  ['5.7.1', '550 5.7.1 DKIM verification failed', ['postfix', 'gateway']],
  [
    '5.0.0',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.example/error-codes',
    ['yahoo', 'postfix'],
  ],
  [
    '5.0.0',
    '550 DMARC Sender Invalid - envelope rejected - https://gate.example/docs/550',
    ['postfix', 'exchangeWrapped'],
  ],
];
