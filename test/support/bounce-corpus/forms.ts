/** Content of a bounce report: the text of the server's reply, and the status code in the report. */
export interface Reported {
  readonly words: string;
  readonly status: string;
}

const TO = 'ann@there.example';
const RETURNED = [
  'Return-Path: <hello@shop.example>',
  'Received: from out.shop.example (out.shop.example [192.0.2.7])',
  'From: Shop <hello@shop.example>',
  `To: ${TO}`,
  'Subject: Your mailbox is full of spam? User unknown!',
  'Message-ID: <01936c8e5f007abc8def0123456789ab@shop.example>',
];

/** Functions that build a bounce report in the format of a particular mail server. */
export const FORMS = {
  postfix: (reported: Reported) =>
    report('Mail Delivery System <MAILER-DAEMON@mx.forward.example>', 'Undelivered Mail Returned to Sender', {
      text: [
        'This is the mail system at host mx.forward.example.',
        '',
        "I'm sorry to have to inform you that your message could not",
        'be delivered to one or more recipients. It is attached below.',
        '',
        ...wrapped(`<${TO}>: host mx.there.example[192.0.2.1] said: ${reported.words} (in reply to RCPT TO command)`),
      ],
      fields: failed(reported, [`Diagnostic-Code: smtp; ${reported.words}`]),
    }),
  postfixOwn: (reported: Reported) =>
    report('MAILER-DAEMON@mx.there.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender', {
      text: ['This is the mail system at host mx.there.example.', '', ...wrapped(`<${TO}>: ${reported.words}`)],
      fields: failed(reported, [`Diagnostic-Code: X-Postfix; ${reported.words}`]),
      returned: 'text/rfc822-headers',
    }),
  postfixSaid: (reported: Reported) =>
    report('MAILER-DAEMON@relay.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender', {
      text: ['I am sorry to have to inform you that your message could not be delivered.'],
      fields: failed(reported, [
        `Diagnostic-Code: X-Postfix; host mx.there.example[192.0.2.1] said: ${reported.words}`,
      ]),
    }),
  sendmail: (reported: Reported) =>
    report('Mail Delivery Subsystem <MAILER-DAEMON@relay.example>', 'Returned mail: see transcript for details', {
      text: [
        'The original message was received at Sat, 21 Nov 2026 10:00:00 GMT',
        'from out.shop.example [192.0.2.7]',
        '',
        '   ----- The following addresses had permanent fatal errors -----',
        `<${TO}>`,
        `    (reason: ${reported.words})`,
        '',
        '   ----- Transcript of session follows -----',
        '... while talking to mx.there.example.:',
        `>>> RCPT To:<${TO}>`,
        `<<< ${reported.words}`,
      ],
      fields: failed(reported, ['Remote-MTA: DNS; mx.there.example', `Diagnostic-Code: SMTP; ${reported.words}`]),
    }),
  sendmailOld: ({ words }: Reported) =>
    plain('Mail Delivery Subsystem <MAILER-DAEMON@old.example>', 'Returned mail: Service unavailable', [
      '   ----- Transcript of session follows -----',
      'While talking to mx.there.example:',
      `>>> RCPT To:<${TO}>`,
      `<<< ${words}`,
      '',
      '   ----- Unsent message follows -----',
      ...RETURNED,
    ]),
  exim: ({ words }: Reported) =>
    plain('Mail Delivery System <Mailer-Daemon@host.example>', 'Mail delivery failed: returning message to sender', [
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      `  ${TO}`,
      `    SMTP error from remote mail server after RCPT TO:<${TO}>:`,
      ...wrapped(`    host mx.there.example [192.0.2.1]: ${words}`),
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      ...RETURNED,
    ]),
  eximOwn: ({ words }: Reported) =>
    plain('Mail Delivery System <Mailer-Daemon@there.example>', 'Mail delivery failed: returning message to sender', [
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      `  ${TO}`,
      `    ${words}`,
      '',
      '------ This is a copy of your message, including all the headers. ------',
      ...RETURNED,
    ]),
  /** The text is the only part of this notification that contains the server's reply, as with Exim's `:fail:`. */
  eximReport: (reported: Reported) =>
    report('Mail Delivery System <Mailer-Daemon@there.example>', 'Mail delivery failed: returning message to sender', {
      headers: [`X-Failed-Recipients: ${TO}`, 'Auto-Submitted: auto-replied'],
      text: [
        'This message was created automatically by mail delivery software.',
        '',
        'A message that you sent could not be delivered to one or more of its',
        'recipients. This is a permanent error. The following address(es) failed:',
        '',
        `  ${TO}`,
        `    ${reported.words}`,
      ],
      fields: failed({ ...reported, status: '5.0.0' }, []),
      returned: 'text/rfc822-headers',
    }),
  qmail: ({ words }: Reported) =>
    plain('MAILER-DAEMON@q.there.example', 'failure notice', [
      'Hi. This is the qmail-send program at q.there.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      `<${TO}>:`,
      words,
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...RETURNED,
    ]),
  qmailRemote: ({ words }: Reported) =>
    plain('MAILER-DAEMON@q.relay.example', 'failure notice', [
      'Hi. This is the qmail-send program at q.relay.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      `<${TO}>:`,
      '192.0.2.1 does not like recipient.',
      `Remote host said: ${words}`,
      'Giving up on 192.0.2.1.',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...RETURNED,
    ]),
  google: (reported: Reported) =>
    report('Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Delivery Status Notification (Failure)', {
      headers: ['Auto-Submitted: auto-replied', `X-Failed-Recipients: ${TO}`],
      text: [
        '** Message not delivered **',
        '',
        `Your message to ${TO} was not delivered. The response from the remote server was:`,
        reported.words,
      ],
      fields: failed(reported, [
        'Remote-MTA: dns; mx.there.example. (192.0.2.1, the server for the domain there.example.)',
        `Diagnostic-Code: smtp; ${reported.words}`,
      ]),
    }),
  googleOld: ({ words }: Reported) =>
    plain('Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Delivery Status Notification (Failure)', [
      'Delivery to the following recipient failed permanently:',
      '',
      `     ${TO}`,
      '',
      'Technical details of permanent failure: ',
      'Google tried to deliver your message, but it was rejected by the server for the recipient domain there.example.',
      '',
      `The error that the other server returned was: ${words}`,
      '',
      '----- Original message -----',
      '',
      ...RETURNED,
    ]),
  exchangeOnline: (reported: Reported) =>
    report('<postmaster@forward.example>', 'Undeliverable: Hello', {
      headers: ['X-MS-Exchange-Message-Is-Ndr:', 'Auto-Submitted: auto-replied', 'X-Auto-Response-Suppress: All'],
      text: [
        `Your message to ${TO} couldn't be delivered.`,
        '',
        'Diagnostic information for administrators:',
        reported.words,
      ],
      fields: failed(reported, [`Diagnostic-Code: smtp;${reported.words}`]),
    }),
  exchangeWrapped: (reported: Reported) =>
    report('<postmaster@forward.example>', 'Undeliverable: Hello', {
      headers: ['X-MS-Exchange-Message-Is-Ndr:'],
      text: ['Your message could not be delivered. A problem occurred at the recipient server.'],
      fields: failed({ ...reported, status: '5.0.350' }, [
        `Diagnostic-Code: smtp;550 5.0.350 Remote server returned an error -> ${reported.words}`,
      ]),
    }),
  exchange2003: ({ words, status }: Reported) =>
    plain('System Administrator <postmaster@there.example>', 'Undeliverable: Hello', [
      'Your message',
      '',
      `  To:      ${TO}`,
      '  Subject: Hello',
      '  Sent:    Sat, 21 Nov 2026 10:00:00 +0000',
      '',
      'did not reach the following recipient(s):',
      '',
      `${TO} on Sat, 21 Nov 2026 10:00:05 +0000`,
      `    ${words}`,
      `    <mx.there.example #${status}>`,
    ]),
  exchange2007: ({ words }: Reported) =>
    markup('postmaster@there.example', 'Undeliverable: Hello', [
      '<p><b>Delivery has failed to these recipients or distribution lists:</b></p>',
      `<p><a href="mailto:${TO}">Ann</a><br>`,
      'Your message wasn&#39;t delivered. Your organization&#39;s administrator can say more.</p>',
      '<p>Diagnostic information for administrators:<br>Generating server: mx.there.example</p>',
      `<p>${TO}<br>#${words.replaceAll('<', '&lt;').replaceAll('>', '&gt;')} ##</p>`,
    ]),
  notes: ({ words }: Reported) =>
    plain('Mail Router <MAILER-DAEMON@notes.there.example>', 'DELIVERY FAILURE: Hello', [
      'Your message',
      '',
      '  Subject: Hello',
      '',
      'was not delivered to:',
      '',
      `  ${TO}`,
      '',
      'because:',
      '',
      `  ${words}`,
    ]),
  domino: (reported: Reported) =>
    report('postmaster@notes.there.example', `DELIVERY FAILURE: ${reported.words}`, {
      text: [
        'Your message',
        '',
        '  Subject: Hello',
        '',
        'was not delivered to:',
        `  ${TO}`,
        'because:',
        `  ${reported.words}`,
      ],
      fields: failed(reported, [`Diagnostic-Code: X-Notes; ${reported.words}`]),
    }),
  opensmtpd: ({ words }: Reported) =>
    plain('Mailer Daemon <MAILER-DAEMON@puffy.example>', 'Delivery status notification: error', [
      '    Hi!',
      '',
      '    This is the MAILER-DAEMON, please DO NOT REPLY to this email.',
      '',
      '    An error has occurred while attempting to deliver a message for',
      '    the following list of recipients:',
      '',
      `${TO}: ${words}`,
      '',
      '    Below is a copy of the original message:',
      '',
      ...RETURNED,
    ]),
  courier: (reported: Reported) =>
    report('"Courier mail server at relay.example" <@>', 'NOTICE: mail delivery status.', {
      text: [
        'This is a delivery status notification from relay.example,',
        'running the Courier mail server.',
        '',
        '                           UNDELIVERABLE MAIL',
        '',
        'Your message to the following recipients cannot be delivered:',
        '',
        `<${TO}>:`,
        '    mx.there.example [192.0.2.1]:',
        `<<< ${reported.words}`,
      ],
      fields: failed(reported, [`Diagnostic-Code: unknown; ${reported.words}`]),
    }),
  yahoo: ({ words }: Reported) =>
    plain('MAILER-DAEMON@yahoo.example', 'Failure Notice', [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${TO}>:`,
      words,
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...RETURNED,
    ]),
  gateway: ({ words }: Reported) =>
    plain('postmaster@gate.there.example', 'Mail delivery problem', [
      'Your message was not delivered for the following reason:',
      '',
      `  ${words}`,
      '',
      'Message details:',
      '  Subject: Hello',
      `  RCPT TO: ${TO}`,
    ]),
  pmdf: (reported: Reported) =>
    report('Internet Mail Delivery <postmaster@sun.there.example>', 'Delivery Notification: Delivery has failed', {
      text: [
        'This report relates to a message you sent with the following header fields:',
        '  From: hello@shop.example',
        `  To: ${TO}`,
        '',
        'Your message cannot be delivered to the following recipients:',
        '',
        `  Recipient address: ${TO}`,
        `  Reason: ${reported.words}`,
      ],
      fields: failed(reported, []),
    }),
  dragonfly: ({ words }: Reported) =>
    plain('MAILER-DAEMON <>', 'Mail delivery failed', [
      'This is the DragonFly Mail Agent v0.13 at df.example.',
      '',
      `There was an error delivering your mail to <${TO}>.`,
      '',
      words,
      '',
      'Message headers follow.',
      '',
      ...RETURNED,
    ]),
  zoho: ({ words }: Reported) =>
    plain('mailer-daemon@mail.zoho.example', 'Undelivered Mail Returned to Sender', [
      'This message was created automatically by mail delivery software.',
      'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
      '',
      `${TO} Error, ERROR_CODE :550, ERROR_CODE :${words}`,
    ]),
  groupwise: ({ words }: Reported) =>
    plain('Mailer-Daemon@gw.there.example', 'Message status - undeliverable', [
      `The message that you sent was undeliverable to the following:`,
      `\tann (${words})`,
    ]),
  ses: (reported: Reported) =>
    report('MAILER-DAEMON@eu-west-1.amazonses.example', 'Delivery Status Notification (Failure)', {
      text: ['An error occurred while trying to deliver the mail to the following recipients:', TO],
      fields: failed(reported, [`Diagnostic-Code: smtp; ${reported.words}`]),
    }),
  /** The report fields are in the text part, as large webmail providers write them. */
  inline: (reported: Reported) =>
    parts('mixed', 'MAILER-DAEMON@provider.example', 'Delivery Status Notification (Failure)', [
      [
        'Content-Type: text/plain; charset=utf-8',
        '',
        'An error occurred while trying to deliver the mail to the following recipients:',
        TO,
        '',
        'Technical report:',
        '',
        'Reporting-MTA: dns; out.provider.example',
        '',
        ...failed(reported, [`Diagnostic-Code: smtp; ${reported.words}`]),
      ],
      ['Content-Type: message/rfc822', '', ...RETURNED],
    ]),
  /** The MIME boundary between the parts differs from the one in the header. */
  broken: (reported: Reported) => FORMS.postfix(reported).replaceAll(/^--=_report/gm, '--=_other'),
  /** A report about an internationalized address (RFC 6533). */
  international: (reported: Reported) =>
    report('MAILER-DAEMON@smtputf8.example', 'Undelivered Mail Returned to Sender', {
      text: ['Your mail could not be delivered.'],
      fields: failed(reported, [`Diagnostic-Code: smtp; ${reported.words}`]),
      type: 'message/global-delivery-status',
    }),
  /** A report without fields that RFC 3464 requires. */
  bare: (reported: Reported) =>
    report('postmaster@gate.there.example', 'Undeliverable mail', {
      text: ['Your mail could not be delivered.'],
      fields: [
        `Original-Recipient: rfc822; ${TO}`,
        `Status: ${reported.status}`,
        `Diagnostic-Code: smtp;${reported.words}`,
      ],
      returned: 'none',
    }),
  japanese: ({ words }: Reported) =>
    plain('Mail Delivery Subsystem <MAILER-DAEMON@ezweb.example>', 'Mail System Error - Returned Mail', [
      'Each of the following recipients was rejected by a remote mail server.',
      'The reasons given by the server are included to help you determine why',
      'each recipient was rejected.',
      '',
      `    Recipient: <${TO}>`,
      `    Reason:    ${words}`,
      '',
      '次のあて先へのメッセージはエラーのため送信できませんでした。',
    ]),
  russian: ({ words }: Reported) =>
    plain('mailer-daemon@corp.mail.example', 'Ваше сообщение не доставлено. Mail failure.', [
      'Это письмо создано автоматически сервером, отвечать на него не нужно.',
      '',
      'К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:',
      '',
      `  ${TO}`,
      `    ${words}`,
      '',
      '**********************',
    ]),
} as const;

/** Name of a bounce report format. */
export type FormName = keyof typeof FORMS;

interface Content {
  readonly headers?: readonly string[];
  readonly text: readonly string[];
  /** Per-recipient fields of the report. */
  readonly fields: readonly string[];
  readonly type?: string;
  readonly returned?: 'message/rfc822' | 'text/rfc822-headers' | 'none';
}

function report(from: string, subject: string, { fields, headers, returned, text, type }: Content): string {
  return parts(
    'report; report-type=delivery-status',
    from,
    subject,
    [
      ['Content-Type: text/plain; charset=utf-8', '', ...text],
      [
        `Content-Type: ${type ?? 'message/delivery-status'}`,
        '',
        'Reporting-MTA: dns; mx.forward.example',
        '',
        ...fields,
      ],
      ...(returned === 'none' ? [] : [[`Content-Type: ${returned ?? 'message/rfc822'}`, '', ...RETURNED]]),
    ],
    headers,
  );
}

function failed({ status }: Reported, more: readonly string[]): string[] {
  return [`Final-Recipient: rfc822; ${TO}`, 'Action: failed', `Status: ${status}`, ...more];
}

function parts(
  subtype: string,
  from: string,
  subject: string,
  bodies: readonly (readonly string[])[],
  headers: readonly string[] = [],
): string {
  const type = `multipart/${subtype}; boundary="=_report"`;
  const body = bodies.flatMap((lines) => ['--=_report', ...lines, '']);
  return mail(from, subject, [...headers, 'MIME-Version: 1.0', `Content-Type: ${type}`], [...body, '--=_report--']);
}

function plain(from: string, subject: string, lines: readonly string[]): string {
  return mail(from, subject, ['Content-Type: text/plain; charset=utf-8'], lines);
}

function markup(from: string, subject: string, lines: readonly string[]): string {
  return mail(from, subject, ['Content-Type: text/html; charset=utf-8'], ['<html><body>', ...lines, '</body></html>']);
}

function mail(from: string, subject: string, headers: readonly string[], lines: readonly string[]): string {
  return [
    'Return-Path: <>',
    `From: ${from}`,
    'To: b+token@bounce.shop.example',
    `Subject: ${subject}`,
    ...headers,
    '',
    ...lines,
    '',
  ].join('\r\n');
}

/** Wraps a line at 72 characters and indents the continuation lines, as servers do with quoted text. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  const indent = /^ */.exec(line)?.[0] ?? '';
  let rest = line;
  while (rest.length > 72) {
    const at = rest.lastIndexOf(' ', 72);
    if (at <= indent.length + 4) break;
    lines.push(rest.slice(0, at));
    rest = `${indent}    ${rest.slice(at + 1)}`;
  }
  return [...lines, rest];
}
