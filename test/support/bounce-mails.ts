/** A bounce message in the format of a server, written for these tests. */
export interface BounceMail {
  readonly name: string;
  readonly raw: string;
  /** Envelope sender. Empty by default. */
  readonly mailFrom?: string;
  /**
   * Expected status code and a pattern for the reason, or the expected classification of a message that is not counted
   * as a bounce.
   */
  readonly is: readonly [status: string | null, reason: RegExp] | 'ignored' | 'unclassified';
}

interface DsnForm {
  readonly from?: string;
  readonly subject?: string;
  readonly headers?: readonly string[];
  readonly text?: string;
  /** Field groups of the second MIME part of the report, such as those of a delivery status (RFC 3464). */
  readonly status: readonly (readonly string[])[];
  /** Parameters of the Content-Type header, without the boundary. */
  readonly type?: string;
  readonly statusType?: string;
  readonly returned?: 'message/rfc822' | 'text/rfc822-headers' | 'none';
  readonly boundary?: string;
}

const RETURNED = [
  'Return-Path: <b+forged@bounce.shop.example>',
  'From: Shop <hello@shop.example>',
  'To: ann@there.example',
  'Subject: 550 reasons why the mailbox is full of spam',
  'Message-ID: <01936c8e5f007abc8def0123456789ab@shop.example>',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
];

/** Builds a delivery status notification (RFC 3464). */
function dsn(form: DsnForm): string {
  const boundary = form.boundary ?? '=_report_1';
  const returned = form.returned ?? 'message/rfc822';
  const part = (...lines: readonly string[]): string[] => [`--${boundary}`, ...lines];
  return lines(
    'Return-Path: <>',
    `From: ${form.from ?? 'Mail Delivery System <MAILER-DAEMON@mx.there.example>'}`,
    'To: b+token@bounce.shop.example',
    `Subject: ${form.subject ?? 'Undelivered Mail Returned to Sender'}`,
    ...(form.headers ?? []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; ${form.type ?? 'report-type=delivery-status'};`,
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    ...part('Content-Type: text/plain; charset=us-ascii', '', form.text ?? 'Your mail could not be delivered.', ''),
    ...part(
      `Content-Type: ${form.statusType ?? 'message/delivery-status'}`,
      '',
      ...form.status.flatMap((group) => [...group, '']),
    ),
    ...(returned === 'none' ? [] : part(`Content-Type: ${returned}`, '', ...RETURNED, '', 'Hello', '')),
    `--${boundary}--`,
    '',
  );
}

/** Builds a plain-text message. */
function text(headers: readonly string[], ...body: readonly string[]): string {
  return lines('To: b+token@bounce.shop.example', ...headers, '', ...body, '');
}

function lines(...all: readonly string[]): string {
  return all.join('\r\n');
}

/** Bounces, delay notifications, read receipts, and automatic replies from various mail servers. */
export const BOUNCE_MAILS: readonly BounceMail[] = [
  {
    name: 'Postfix, unknown user at the remote server',
    raw: dsn({
      headers: ['Auto-Submitted: auto-replied'],
      text: lines(
        'This is the mail system at host out.there.example.',
        '',
        "I'm sorry to have to inform you that your message could not",
        'be delivered to one or more recipients. It is attached below.',
        '',
        '<ann@there.example>: host mx.there.example[192.0.2.1] said: 550 5.1.1',
        '    <ann@there.example>: Recipient address rejected: User unknown in local',
        '    recipient table (in reply to RCPT TO command)',
      ),
      status: [
        [
          'Reporting-MTA: dns; out.there.example',
          'X-Postfix-Queue-ID: 4F1A2B3C',
          'Arrival-Date: Sat, 21 Nov 2026 10:00:00 +0000',
        ],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Original-Recipient: rfc822;ann@there.example',
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; mx.there.example',
          'Diagnostic-Code: smtp; 550 5.1.1 <ann@there.example>: Recipient address rejected:',
          '    User unknown in local recipient table',
        ],
      ],
    }),
    is: ['5.1.1', /^550 5\.1\.1 <ann@there\.example>: Recipient address rejected: User unknown/],
  },
  {
    name: 'Postfix, a remote server without enhanced codes',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; out.there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: failed',
          'Status: 5.0.0',
          'Diagnostic-Code: smtp; 550 No such user here',
        ],
      ],
    }),
    is: ['5.0.0', /^550 No such user here$/],
  },
  {
    name: 'Postfix, its own quota agent',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: failed',
          'Status: 5.2.2',
          'Diagnostic-Code: x-unix; input/output error: Disk quota exceeded',
        ],
      ],
      returned: 'text/rfc822-headers',
    }),
    is: ['5.2.2', /^input\/output error: Disk quota exceeded$/],
  },
  {
    name: 'Postfix, expired after five days',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; out.there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: failed',
          'Status: 4.4.1',
          'Diagnostic-Code: X-Postfix; connect to mx.there.example[192.0.2.1]:25: Connection timed out',
        ],
      ],
    }),
    is: ['4.4.1', /Connection timed out/],
  },
  {
    name: 'Postfix, a delay warning',
    raw: dsn({
      subject: 'Delayed Mail (still being retried)',
      status: [
        ['Reporting-MTA: dns; out.there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: delayed',
          'Status: 4.4.1',
          'Will-Retry-Until: Thu, 26 Nov 2026 10:00:00 +0000',
        ],
      ],
    }),
    is: 'ignored',
  },
  {
    name: 'Postfix, a receipt',
    raw: dsn({
      subject: 'Successful Mail Delivery Report',
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        ['Final-Recipient: rfc822; ann@there.example', 'Action: delivered', 'Status: 2.0.0'],
      ],
    }),
    is: 'ignored',
  },
  {
    name: 'Sendmail, user unknown',
    raw: dsn({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.there.example>',
      subject: 'Returned mail: see transcript for details',
      headers: ['Auto-Submitted: auto-generated (failure)'],
      boundary: 'aBcDeF.1732183200/mx.there.example',
      text: lines(
        '   ----- The following addresses had permanent fatal errors -----',
        '<ann@there.example>',
        '    (reason: 550 5.1.1 <ann@there.example>... User unknown)',
        '',
        '   ----- Transcript of session follows -----',
        '... while talking to mx.there.example.:',
        '>>> DATA',
        '<<< 550 5.1.1 <ann@there.example>... User unknown',
        '550 5.1.1 <ann@there.example>... User unknown',
      ),
      status: [
        ['Reporting-MTA: dns; mx.there.example', 'Received-From-MTA: DNS; out.shop.example'],
        [
          'Final-Recipient: RFC822; ann@there.example',
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: DNS; mx.there.example',
          'Diagnostic-Code: SMTP; 550 5.1.1 <ann@there.example>... User unknown',
          'Last-Attempt-Date: Sat, 21 Nov 2026 10:00:05 GMT',
        ],
      ],
    }),
    is: ['5.1.1', /^550 5\.1\.1 <ann@there\.example>\.\.\. User unknown$/],
  },
  {
    name: 'Sendmail, a warning after four hours',
    raw: dsn({
      subject: 'Warning: could not send message for past 4 hours',
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        ['Final-Recipient: RFC822; ann@there.example', 'Action: delayed', 'Status: 4.2.0'],
      ],
    }),
    is: 'ignored',
  },
  {
    name: 'Exim, as a notification',
    raw: dsn({
      from: 'Mail Delivery System <Mailer-Daemon@mx.there.example>',
      subject: 'Mail delivery failed: returning message to sender',
      headers: ['X-Failed-Recipients: ann@there.example', 'Auto-Submitted: auto-replied'],
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        [
          'Action: failed',
          'Final-Recipient: rfc822;ann@there.example',
          'Status: 5.0.0',
          'Remote-MTA: dns; mx2.there.example',
          'Diagnostic-Code: smtp; 550-5.1.1 The account is gone.',
          ' 550-5.1.1 Please check the address',
          ' 550 5.1.1 and try again.',
        ],
      ],
    }),
    is: ['5.1.1', /^550 5\.1\.1 The account is gone\. Please check the address and try again\.$/],
  },
  {
    name: 'Exim, refused by :fail: with the words in the text alone',
    raw: dsn({
      from: 'Mail Delivery System <Mailer-Daemon@mx.there.example>',
      subject: 'Mail delivery failed: returning message to sender',
      headers: ['X-Failed-Recipients: ann@there.example', 'Auto-Submitted: auto-replied'],
      text: lines(
        'This message was created automatically by mail delivery software.',
        '',
        'A message that you sent could not be delivered to one or more of its',
        'recipients. This is a permanent error. The following address(es) failed:',
        '',
        '  ann@there.example',
        '    550 5.1.1 Ann has left us',
      ),
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        ['Action: failed', 'Final-Recipient: rfc822;ann@there.example', 'Status: 5.0.0'],
      ],
      returned: 'text/rfc822-headers',
    }),
    is: ['5.1.1', /^550 5\.1\.1 Ann has left us$/],
  },
  {
    name: 'a server whose text reports a full mailbox and whose fields report an unknown one',
    raw: dsn({
      text: lines('Your message to <ann> was automatically rejected:', 'Not enough disk space'),
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
        ],
      ],
    }),
    is: ['5.2.2', /^Not enough disk space$/],
  },
  {
    name: 'a notification after lines of spaces',
    raw: `   \r\n\r\n${dsn({ status: [['Reporting-MTA: dns; mx.there.example'], ['Final-Recipient: rfc822; a@b.example', 'Action: failed', 'Status: 5.1.1']] })}`,
    is: ['5.1.1', /^$/],
  },
  {
    name: 'Gmail, no such account',
    raw: dsn({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      headers: ['Auto-Submitted: auto-replied', 'X-Failed-Recipients: ann@gmail.com'],
      boundary: '000000000000a1b2c3d4e5',
      status: [
        [
          'Reporting-MTA: dns; googlemail.com',
          'Arrival-Date: Sat, 21 Nov 2026 02:00:00 -0800 (PST)',
          'X-Original-Message-ID: <x@shop.example>',
        ],
        [
          'Final-Recipient: rfc822; ann@gmail.com',
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain gmail.com.)',
          'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
          " 550-5.1.1 double-checking the recipient's email address for typos or",
          ' 550 5.1.1 unnecessary spaces. abc - gsmtp',
          'Last-Attempt-Date: Sat, 21 Nov 2026 02:00:01 -0800 (PST)',
        ],
      ],
    }),
    is: ['5.1.1', /^550 5\.1\.1 The email account that you tried to reach does not exist\. Please try double-checking/],
  },
  {
    name: 'Gmail, the mailbox is full',
    raw: dsn({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      status: [
        ['Reporting-MTA: dns; googlemail.com'],
        [
          'Final-Recipient: rfc822; ann@gmail.com',
          'Action: failed',
          'Status: 5.2.2',
          "Diagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space.",
          ' 552 5.2.2 abc - gsmtp',
        ],
      ],
    }),
    is: ['5.2.2', /^552 5\.2\.2 The recipient's inbox is out of storage space\. abc - gsmtp$/],
  },
  {
    name: 'Gmail, unauthenticated at a second hop',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; out.there.example'],
        [
          'Final-Recipient: rfc822; ann@gmail.com',
          'Action: failed',
          'Status: 5.7.26',
          'Diagnostic-Code: smtp; 550-5.7.26 Your email has been blocked because the sender is unauthenticated.',
        ],
      ],
    }),
    is: ['5.7.26', /unauthenticated/],
  },
  {
    name: 'Exchange Online, recipient not found',
    raw: dsn({
      from: '<postmaster@there.example>',
      subject: 'Undeliverable: Hello',
      headers: [
        'X-MS-Exchange-Message-Is-Ndr:',
        'Auto-Submitted: auto-replied',
        'X-Auto-Response-Suppress: All',
        'Content-Language: en-US',
      ],
      boundary: '_000_0123456789abcdefthereexample_',
      text: "Your message to ann@there.example couldn't be delivered.\r\n\r\nann wasn't found at there.example.",
      status: [
        [
          'Reporting-MTA: dns;AM0PR00MB0001.eurprd00.prod.outlook.com',
          'Received-From-MTA: dns;out.shop.example',
          'Arrival-Date: Sat, 21 Nov 2026 10:00:00 +0000',
        ],
        [
          'Final-Recipient: rfc822;ann@there.example',
          'Action: failed',
          'Status: 5.1.10',
          'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@there.example not found by SMTP address lookup',
        ],
      ],
    }),
    is: ['5.1.10', /RecipientNotFound/],
  },
  {
    name: 'Exchange Online, access denied',
    raw: dsn({
      from: '<postmaster@there.example>',
      status: [
        ['Reporting-MTA: dns;AM0PR00MB0001.eurprd00.prod.outlook.com'],
        [
          'Final-Recipient: rfc822;ann@there.example',
          'Action: failed',
          'Status: 5.7.129',
          'Diagnostic-Code: smtp;550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient',
        ],
      ],
    }),
    is: ['5.7.129', /not authorized/],
  },
  {
    name: 'Exchange 2010, mailbox full',
    raw: dsn({
      from: 'Microsoft Exchange',
      subject: 'Undeliverable: Hello',
      status: [
        ['Reporting-MTA: dns;exch.there.example'],
        [
          'Final-recipient: RFC822; ann@there.example',
          'Action: failed',
          'Status: 5.2.2',
          'X-Supplementary-Info: < #5.2.2 smtp;554 5.2.2 mailbox full;STOREDRV.Deliver.Exception:QuotaExceededException>',
        ],
      ],
    }),
    is: ['5.2.2', /^554 5\.2\.2 mailbox full;STOREDRV/],
  },
  {
    name: 'Exchange 2003, its own words for the action',
    raw: dsn({
      from: 'System Administrator <postmaster@there.example>',
      subject: 'Undeliverable: Hello',
      text: 'Your message did not reach some or all of the intended recipients: delivery failed.\r\n\r\n   <mx.there.example #550 5.1.1 The e-mail account does not exist>',
      type: 'report-type="delivery-status"',
      status: [
        ['Reporting-MTA: dns;exch.there.example', 'Received-From-MTA: dns;out.shop.example'],
        ['Final-Recipient: rfc822;ann@there.example', 'Action: failed (permanent)', 'Status: 5.1.1'],
      ],
    }),
    is: ['5.1.1', /^550 5\.1\.1 The e-mail account does not exist$/],
  },
  {
    name: 'Yahoo, as a notification',
    raw: dsn({
      from: 'MAILER-DAEMON@yahoo.com',
      subject: 'Failure Notice',
      status: [
        ['Reporting-MTA: dns; sonic.safeguard.mail.yahoo.com'],
        [
          'Final-Recipient: rfc822; ann@yahoo.com',
          'Action: failed',
          'Status: 5.0.0',
          "Diagnostic-Code: smtp; 554: delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.com) [0] - mta4001.mail.bf1.yahoo.com",
        ],
      ],
    }),
    is: ['5.0.0', /doesn't have a yahoo\.com account/],
  },
  {
    name: 'iCloud, user unknown at a forwarder',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; mr85p00im.me.com'],
        [
          'Original-recipient: rfc822;ann@icloud.com',
          'Final-recipient: rfc822;ann@icloud.com',
          'Action: failed',
          'Status: 5.1.1 (unknown or illegal alias)',
          'Remote-MTA: dns;mx01.mail.icloud.com (192.0.2.8)',
          'Diagnostic-code: smtp;550 5.1.1 <ann@icloud.com>: user does not exist',
        ],
      ],
    }),
    is: ['5.1.1', /user does not exist/],
  },
  {
    name: 'Oracle Messaging Server, an alias',
    raw: dsn({
      subject: 'Delivery Notification: Delivery has failed',
      status: [
        ['Reporting-MTA: dns;mail.there.example (tcp-daemon)'],
        [
          'Original-recipient: rfc822;ann@there.example',
          'Final-recipient: rfc822;ann@there.example',
          'Action: failed',
          'Status: 5.1.1 (unknown or illegal alias: ann@there.example)',
        ],
      ],
    }),
    is: ['5.1.1', /^$/],
  },
  {
    name: 'Amazon SES as a receiver',
    raw: dsn({
      from: 'MAILER-DAEMON@amazonses.com',
      subject: 'Delivery Status Notification (Failure)',
      status: [
        ['Reporting-MTA: dns; amazonses.com'],
        [
          'Final-Recipient: RFC822; ann@there.example',
          'Action: failed',
          'Status: 5.1.2',
          'Diagnostic-Code: DNS; Host not found',
        ],
      ],
    }),
    is: ['5.1.2', /^Host not found$/],
  },
  {
    name: 'Lotus Domino',
    raw: dsn({
      from: 'Postmaster@there.example',
      subject: 'DELIVERY FAILURE: User ann (ann@there.example) not listed in Domino Directory',
      status: [
        ['Reporting-MTA: dns;domino.there.example'],
        [
          'Final-Recipient: rfc822;ann@there.example',
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: X-Notes; User ann (ann@there.example) not listed in Domino Directory',
        ],
      ],
    }),
    is: ['5.1.1', /not listed in Domino Directory/],
  },
  {
    name: 'MDaemon, without an action',
    raw: dsn({
      from: 'MDaemon at there.example <MDaemon@there.example>',
      subject: 'Permanent Delivery Failure',
      status: [
        ['Reporting-MTA: dns; there.example'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550 5.1.1 Recipient unknown <ann@there.example>',
        ],
      ],
    }),
    is: ['5.1.1', /Recipient unknown/],
  },
  {
    name: 'a gateway that puts all fields into one group',
    raw: dsn({
      status: [
        [
          'Reporting-MTA: dns; gw.there.example',
          'Final-Recipient: rfc822; ann@there.example',
          'Action: Failed',
          'Status: 5.4.1',
          'Diagnostic-Code: smtp; 550 5.4.1 Recipient address rejected: Access denied',
        ],
      ],
      returned: 'none',
    }),
    is: ['5.4.1', /Access denied/],
  },
  {
    name: 'an internationalized notification (RFC 6533)',
    raw: dsn({
      type: 'report-type=global-delivery-status',
      statusType: 'message/global-delivery-status',
      status: [
        ['Reporting-MTA: dns; mx.there.example'],
        [
          'Final-Recipient: utf-8; jürgen@there.example',
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550 5.1.1 Benutzer jürgen unbekannt',
        ],
      ],
    }),
    is: ['5.1.1', /Benutzer jürgen unbekannt/],
  },
  {
    name: 'a list that expanded the address, one of whose members failed',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; lists.there.example'],
        ['Final-Recipient: rfc822; list@there.example', 'Action: expanded', 'Status: 2.1.5'],
        ['Final-Recipient: rfc822; bob@there.example', 'Action: delivered', 'Status: 2.0.0'],
        [
          'Final-Recipient: rfc822; ann@there.example',
          'Action: failed',
          'Status: 5.2.1',
          'Diagnostic-Code: smtp; 550 5.2.1 Mailbox disabled',
        ],
      ],
    }),
    is: ['5.2.1', /Mailbox disabled/],
  },
  {
    name: 'a relay that reports the message as relayed',
    raw: dsn({
      status: [
        ['Reporting-MTA: dns; gw.there.example'],
        ['Final-Recipient: rfc822; ann@there.example', 'Action: relayed', 'Status: 2.1.9'],
      ],
    }),
    is: 'ignored',
  },
  {
    name: 'a notification in base64',
    raw: lines(
      'From: MAILER-DAEMON@mx.there.example',
      'Subject: Undeliverable',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=zz',
      '',
      '--zz',
      'Content-Type: message/delivery-status',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(
        'Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; a@b\r\nAction: failed\r\nStatus: 5.1.1\r\n',
      ).toString('base64'),
      '--zz--',
      '',
    ),
    is: ['5.1.1', /^$/],
  },
  {
    name: 'qmail, no such mailbox',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at mx.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<ann@there.example>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...RETURNED,
      '',
      'The quota is exceeded, said 552 5.2.2.',
    ),
    is: ['5.1.1', /^Sorry, no mailbox here by that name\. \(#5\.1\.1\)$/],
  },
  {
    name: 'qmail, what the remote host said',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at mx.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<ann@there.example>:',
      '192.0.2.1 does not like recipient.',
      'Remote host said: 550 5.2.1 The email account that you tried to reach is disabled',
      'Giving up on 192.0.2.1.',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...RETURNED,
    ),
    is: ['5.2.1', /^550 5\.2\.1 The email account that you tried to reach is disabled$/],
  },
  {
    name: 'qmail, the domain does not exist',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at mx.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      '<ann@gone.example>:',
      "Sorry, I couldn't find any host named gone.example. (#5.1.2)",
      '',
      '--- Below this line is a copy of the message.',
    ),
    is: ['5.1.2', /couldn't find any host named/],
  },
  {
    name: 'qmail, queued too long',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at mx.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      '<ann@there.example>:',
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)",
      "I'm not going to try again; this message has been in the queue too long.",
      '',
      '--- Below this line is a copy of the message.',
    ),
    is: ['4.4.1', /SMTP connection/],
  },
  {
    name: 'vpopmail, over quota',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at mx.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      '<ann@there.example>:',
      'user is over quota',
      '',
      '--- Below this line is a copy of the mail.',
    ),
    is: ['5.2.2', /^user is over quota$/],
  },
  {
    name: 'Exim, text only, an unrouteable address',
    raw: text(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.there.example>',
        'Subject: Mail delivery failed: returning message to sender',
        'X-Failed-Recipients: ann@there.example',
        'Auto-Submitted: auto-replied',
      ],
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      '  ann@there.example',
      '    Unrouteable address',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      ...RETURNED,
    ),
    is: ['5.1.1', /^Unrouteable address$/],
  },
  {
    name: 'Exim, text only, a reply over several lines',
    raw: text(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.there.example>',
        'Subject: Mail delivery failed: returning message to sender',
        'X-Failed-Recipients: ann@there.example',
      ],
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      '  ann@there.example',
      '    host mx.there.example [192.0.2.1]',
      '    SMTP error from remote mail server after RCPT TO:<ann@there.example>:',
      '    550-5.1.1 The email account that you tried to reach',
      '    550 5.1.1 does not exist.',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      ...RETURNED,
    ),
    is: ['5.1.1', /^550 5\.1\.1 The email account that you tried to reach does not exist\.$/],
  },
  {
    name: 'Exim, text only, retries exceeded',
    raw: text(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.there.example>',
        'Subject: Mail delivery failed: returning message to sender',
        'X-Failed-Recipients: ann@there.example',
      ],
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      '  ann@there.example',
      '    retry timeout exceeded',
    ),
    is: ['4.4.7', /retry timeout exceeded/],
  },
  {
    name: 'Exim, text only, a warning',
    raw: text(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.there.example>',
        'Subject: Warning: message 1tE9xX-0001 delayed 24 hours',
        'Auto-Submitted: auto-replied',
      ],
      'This message was created automatically by mail delivery software.',
      'A message that you sent has not yet been delivered to one or more of its',
      'recipients after more than 24 hours on the queue on mx.there.example.',
      '',
      'No action is required on your part. Delivery attempts will continue for',
      'some time, and this warning may be repeated at intervals.',
    ),
    is: 'ignored',
  },
  {
    name: 'Exchange 5.5, text only',
    raw: text(
      ['From: System Administrator <postmaster@there.example>', 'Subject: Undeliverable: Hello'],
      'Your message',
      '',
      '  To:      ann@there.example',
      '  Subject: Hello',
      '  Sent:    Sat, 21 Nov 2026 10:00:00 +0000',
      '',
      'did not reach the following recipient(s):',
      '',
      'ann@there.example on Sat, 21 Nov 2026 10:00:02 +0000',
      '    The recipient name is not recognized',
      '\tThe MTS-ID of the original message is: c=us;a= ;p=there;l=EXCH-261121100002Z-1234',
      '    MSEXCH:IMS:There:HQ:EXCH 0 (000C05A6) Unknown Recipient',
    ),
    is: ['5.1.1', /Unknown Recipient|not recognized/],
  },
  {
    name: 'Exchange 2007, HTML only',
    raw: text(
      [
        'From: postmaster@there.example',
        'Subject: Undeliverable: Hello',
        'MIME-Version: 1.0',
        'Content-Type: text/html; charset=utf-8',
      ],
      '<html><body><p><b>Delivery has failed to these recipients or distribution lists:</b></p>',
      '<p><a href="mailto:ann@there.example">ann@there.example</a><br>The recipient\'s e-mail address was not found in the',
      "recipient's e-mail system. Microsoft Exchange will not try to redeliver this message for you.</p>",
      '<p>Diagnostic information for administrators:</p><p>Generating server: exch.there.example</p>',
      '<p>ann@there.example<br>#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##</p></body></html>',
    ),
    is: ['5.1.1', /RecipNotFound/],
  },
  {
    name: 'Yahoo, text only',
    raw: text(
      ['From: MAILER-DAEMON@yahoo.com', 'Subject: Failure Notice'],
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      '<ann@yahoo.com>:',
      '554: delivery error: dd Sorry, your message to ann@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1.yahoo.com',
      '',
      '--- Original message follows.',
      '',
      ...RETURNED,
    ),
    is: ['5.2.1', /^554/],
  },
  {
    name: 'Sendmail 8.8, a transcript only',
    raw: text(
      ['From: Mail Delivery Subsystem <MAILER-DAEMON@mx.there.example>', 'Subject: Returned mail: User unknown'],
      'The original message was received at Sat, 21 Nov 2026 10:00:00 GMT',
      'from out.shop.example [198.51.100.1]',
      '',
      '   ----- The following addresses had permanent fatal errors -----',
      '<ann@there.example>',
      '',
      '   ----- Transcript of session follows -----',
      '... while talking to mx.there.example.:',
      '>>> RCPT To:<ann@there.example>',
      '<<< 550 <ann@there.example>... User unknown',
      '550 <ann@there.example>... User unknown',
      '',
      '   ----- Original message follows -----',
      '',
      ...RETURNED,
    ),
    is: ['5.1.1', /User unknown/],
  },
  {
    name: 'a spam filter that answers with a bounce',
    raw: text(
      ['From: postmaster@there.example', 'Subject: Message rejected: Hello'],
      'Your message to <ann@there.example> was rejected.',
      '',
      'It was considered spam by our policy and not delivered to the mailbox.',
    ),
    is: ['5.7.1', /considered spam/],
  },
  {
    name: 'a mail loop',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: Undelivered mail'],
      'The message could not be delivered:',
      '  Too many hops 26 (25 max): from <x@shop.example> via out.shop.example',
    ),
    is: ['5.4.6', /Too many hops/],
  },
  {
    name: 'a German gateway',
    raw: text(
      ['From: Mail-System <mailer-daemon@dort.example>', 'Subject: Unzustellbar: Hallo'],
      'Ihre Nachricht an ann@dort.example konnte nicht zugestellt werden.',
      'Empfänger unbekannt',
    ),
    is: ['5.1.1', /unbekannt/],
  },
  {
    name: 'a French gateway',
    raw: text(
      ['From: MAILER-DAEMON@la.example', 'Subject: Message non remis : Bonjour'],
      'Votre message: Utilisateur inconnu.',
      'Le destinataire ann@la.example est inconnu',
    ),
    is: ['5.1.1', /inconnu/],
  },
  {
    name: 'a bounce that does not say why',
    raw: text(
      ['From: MAILER-DAEMON@mx.there.example', 'Subject: Undelivered mail'],
      'Your mail came back. We are sorry.',
    ),
    is: 'unclassified',
  },
  {
    name: 'a message too large for a gateway',
    raw: text(
      ['From: postmaster@there.example', 'Subject: Mail delivery failed'],
      'Your message could not be delivered.',
      'The message is larger than the size limit of this server (10 MB).',
    ),
    is: ['5.3.4', /size limit/],
  },
  {
    name: 'a former employee, reported by the mail server',
    raw: text(
      ['From: postmaster@there.example', 'Subject: Undeliverable mail'],
      'Your message was not delivered.',
      'Ann Lee no longer works here.',
    ),
    is: ['5.2.1', /no longer works/],
  },
  {
    name: 'an out-of-office reply from Exchange',
    mailFrom: 'ann@there.example',
    raw: text(
      [
        'From: Ann Lee <ann@there.example>',
        'Subject: Automatic reply: Hello',
        'X-Auto-Response-Suppress: All',
        'Auto-Submitted: auto-generated',
      ],
      'I am on holiday. For urgent matters dial extension 550 from the lobby.',
    ),
    is: 'ignored',
  },
  {
    name: 'an out-of-office reply with a null sender that quotes a bounce',
    raw: text(
      ['From: Ann Lee <ann@there.example>', 'Subject: Abwesenheitsnotiz'],
      'Nachrichten an ann@old.example: 550 5.1.1 user unknown, could not be delivered.',
    ),
    is: 'ignored',
  },
  {
    name: 'a reply from vacation(1)',
    mailFrom: 'ann@there.example',
    raw: text(
      ['From: ann@there.example', 'Subject: away from my mail', 'Precedence: bulk'],
      'I will not be reading my mail.',
    ),
    is: 'ignored',
  },
  {
    name: 'a reply from an older autoresponder',
    mailFrom: 'ann@there.example',
    raw: text(['From: ann@there.example', 'Subject: Re: Hello', 'X-Autoreply: yes'], 'Thank you for your mail.'),
    is: 'ignored',
  },
  {
    name: 'an automatic reply marked by Precedence',
    mailFrom: 'ann@there.example',
    raw: text(['From: ann@there.example', 'Subject: Re: Hello', 'Precedence: auto_reply'], 'Thank you for your mail.'),
    is: 'ignored',
  },
  {
    name: 'a person who replies to the return path about bounces',
    mailFrom: 'ann@there.example',
    raw: text(
      ['From: Ann Lee <ann@there.example>', 'Subject: Re: Hello', 'Auto-Submitted: no'],
      'Your last mail said "550 5.1.1 user unknown, could not be delivered". What is wrong?',
    ),
    is: 'unclassified',
  },
];
