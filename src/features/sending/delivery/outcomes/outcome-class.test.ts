import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR } from '../../../../../test/support/growth.ts';
import { createReplyParser, type Reply } from '../../../../smtp/reply.ts';
import { classOfRefusal, isAddressBlock, MAX_READ_CHARACTERS } from './outcome-class.ts';
import { signalOfRefusal } from './throttle-rules.ts';
import type { BounceClass } from '../types.ts';

type Words = readonly (readonly [expected: BounceClass, reply: string])[];

const GOOGLE: Words = [
  [
    'recipient',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser a1-20020a05 - gsmtp",
  ],
  [
    'recipient',
    '550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser a1 - gsmtp',
  ],
  [
    'transient',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. https://support.google.com/mail/?p=ReceivingRatePerm',
  ],
  [
    'transient',
    '450-4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time. https://support.google.com/mail/?p=ReceivingRate',
  ],
  [
    'mailbox-full',
    "452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaTemp",
  ],
  [
    'mailbox-full',
    "552-5.2.2 The recipient's inbox is out of storage space and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm",
  ],
  [
    'sender',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM. DKIM = did not pass SPF [x.example] with ip: [192.0.2.1] = did not pass',
  ],
  [
    'sender',
    "550-5.7.26 Unauthenticated email from x.example is not accepted due to domain's DMARC policy. Please contact the administrator of x.example domain",
  ],
  [
    'sender',
    '421-4.7.26 This mail has been rate limited because it is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.',
  ],
  [
    'sender',
    "421-4.7.32 Your email has been rate limited because the From: header (RFC5322) in this message isn't aligned with either the authenticated SPF or DKIM organizational domain.",
  ],
  [
    'policy',
    '550-5.7.1 [192.0.2.1 12] Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.',
  ],
  [
    'policy',
    '550-5.7.1 [192.0.2.1 19] Our system has detected that this message is likely suspicious due to the very low reputation of the sending domain. To best protect our users from spam, the message has been blocked.',
  ],
  [
    'policy',
    "550-5.7.1 [192.0.2.1] The IP you're using to send mail is not authorized to send email directly to our servers. Please use the SMTP relay at your service provider instead.",
  ],
  [
    'policy',
    '550-5.7.25 [192.0.2.1] The IP address sending this message does not have a PTR record setup, or the corresponding forward DNS entry does not point to the sending IP.',
  ],
  [
    'transient',
    '421-4.7.0 [192.0.2.1 15] Our system has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been temporarily rate limited.',
  ],
  [
    'transient',
    '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail containing one of your URL domains. To protect our users from spam, mail with the URL has been temporarily rate limited.',
  ],
  ['transient', '421 4.7.0 Temporary System Problem. Try again later. a1 - gsmtp'],
  ['transient', '421 4.3.0 Temporary System Problem. Try again later'],
  [
    'message',
    "552-5.3.4 Your message exceeded Google's message size limits. For more information on message size limits, visit https://support.google.com/mail/?p=MaxSizeError",
  ],
  ['message', '552-5.6.0 This message was blocked because its content presents a potential security issue.'],
  [
    'policy',
    '552-5.7.0 This message was blocked because its content presents a potential security issue. Please visit https://support.google.com/mail/?p=BlockedMessage',
  ],
  ['message', '550-5.6.0 [192.0.2.1] Messages missing a valid Message-ID header are not accepted.'],
];

const MICROSOFT: Words = [
  [
    'recipient',
    '550 Requested action not taken: mailbox unavailable (S2017062302). [AM7EUR03FT006.eop-EUR03.prod.protection.outlook.com]',
  ],
  ['recipient', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bob@x.example not found by SMTP address lookup'],
  [
    'recipient',
    '550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT009.eop-EUR02.prod.protection.outlook.com]',
  ],
  ['recipient', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found'],
  ['recipient', '550 5.1.1 <bob@x.example>: Email address could not be found, or was misspelled (G8)'],
  ['mailbox-full', '552 5.2.2 Mailbox full'],
  [
    'mailbox-full',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message due to a permanent exception',
  ],
  [
    'mailbox-full',
    '550 5.2.2 STOREDRV.Deliver: mailbox full. The following information should help identify the cause of this delivery failure',
  ],
  [
    'sender',
    "550 5.7.515 Access denied, sending domain x.example does not meet the required authentication level. The sender's domain in the 5322.From address does not meet the authentication requirements defined for the sender.",
  ],
  [
    'sender',
    '550 5.7.509 Access denied, sending domain x.example does not pass DMARC verification and has a DMARC policy of reject.',
  ],
  ['sender', '550 5.7.23 The message was rejected because of Sender Policy Framework violation'],
  [
    'policy',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140). You can also refer your provider to http://mail.live.com/mail/troubleshooting.aspx#errors.",
  ],
  [
    'policy',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
  ],
  [
    'policy',
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/ and follow the directions.',
  ],
  [
    'policy',
    '550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@microsoft.com',
  ],
  [
    'policy',
    '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.1 AS(1450)',
  ],
  [
    'policy',
    '550 5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus. To request removal from this list see https://www.spamhaus.org/query/lookup/ (S8002)',
  ],
  [
    'policy',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group',
  ],
  ['policy', '550 5.7.124 Sender not in allowed-senders list'],
  ['policy', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.'],
  [
    'transient',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S775)',
  ],
  [
    'transient',
    '451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S3114)',
  ],
  ['transient', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)'],
  [
    'transient',
    "421 RP-001 (BAY004-MC1F24) Unfortunately, some messages from 192.0.2.1 weren't sent. Please try again. We have limits for how many messages can be sent per hour and per day.",
  ],
  ['transient', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded'],
  ['transient', '550 5.4.14 Hop count exceeded - possible mail loop ATTR34'],
  ['transient', '550 5.4.7 Message expired -> 4.4.7'],
  ['message', '552 5.3.4 Message size exceeds fixed maximum message size'],
  ['message', '550 5.6.0 Invalid characters; STOREDRV'],
];

const YAHOO_AND_APPLE: Words = [
  [
    'recipient',
    "554 delivery error: dd This user doesn't have a yahoo.com account (bob@yahoo.com) [0] - mta1234.mail.bf1.yahoo.com",
  ],
  [
    'recipient',
    '554 delivery error: dd Sorry, your message to bob@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1.mail.ne1.yahoo.com',
  ],
  ['recipient', '554 30 Sorry, your message to bob@aol.com cannot be delivered. This mailbox is disabled (554.30).'],
  ['recipient', '550 5.1.1 <bob@icloud.com>: user does not exist'],
  ['recipient', '550 5.1.6 Recipient no longer on server: bob@mac.com'],
  ['mailbox-full', '552 5.2.2 <bob@icloud.com>: user is over quota'],
  ['mailbox-full', '552 1 Requested mail action aborted, mailbox not found or user over quota: mailbox is over quota'],
  [
    'transient',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
  ],
  [
    'transient',
    '421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes',
  ],
  ['transient', '451 4.3.2 Internal error reading data'],
  [
    'policy',
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list; see http://postmaster.yahoo.com/550-bl23.html",
  ],
  ['policy', '553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.'],
  ['policy', '554 Message not accepted for policy reasons.  See https://postmaster.yahooinc.com/error-codes'],
  ['sender', '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes'],
  [
    'policy',
    '554 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
  ],
  ['policy', '550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1'],
  [
    'policy',
    '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
  ],
  [
    'policy',
    '521 :  (HVU:B1) https://postmaster-blog.aol.com/AOL will not accept delivery of this message, blocked by policy',
  ],
];

const EUROPE_AND_CABLE: Words = [
  ['recipient', '550 Adresse d au moins un destinataire invalide. Invalid recipient. LPN416 [416]'],
  ['recipient', "550 Adresse d'au moins un destinataire invalide. Invalid recipient. OFR_416 [416]"],
  ['recipient', '550 5.1.1 Not our Customer'],
  ['recipient', '550 Requested action not taken: mailbox unavailable'],
  ['recipient', '550 Requested action not taken: mailbox unavailable (user unknown)'],
  ['recipient', '550 user unknown'],
  ['recipient', '550 5.1.1 <bob@free.fr>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['recipient', '550 5.1.1 bob@laposte.net Invalid recipient'],
  ['recipient', '550 5.2.1 This mailbox has been blocked due to inactivity'],
  ['recipient', '550 5.1.1 Bad destination mailbox address (GMX)'],
  [
    'recipient',
    '550 5.1.1 Message was not accepted -- invalid mailbox. Local mailbox bob@mail.ru is unavailable: user not found',
  ],
  ['recipient', '550 5.7.1 No such user!'],
  ['recipient', '550 non-local recipient verification failed: no such user'],
  ['mailbox-full', '552 5.2.2 Mailbox size limit exceeded 1647'],
  ['mailbox-full', '522 5.2.2 <bob@libero.it>: mailbox over quota'],
  ['mailbox-full', '452 4.2.2 Over quota'],
  ['mailbox-full', '550 Quota exceeded. The recipients mailbox is full.'],
  ['mailbox-full', '552 RCPT TO:<bob@web.de> Mailbox disk quota exceeded'],
  ['mailbox-full', '550 Boite du destinataire pleine. Recipient mailbox full. OFR_417 [417]'],
  ['policy', '550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]'],
  [
    'policy',
    '550 5.7.1 Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR004_104 [104]',
  ],
  [
    'policy',
    '554 5.7.1 resimta-po-01v.sys.comcast.net comcast 192.0.2.1 Comcast block for spam. Please see https://postmaster.comcast.net/smtp-error-codes.php#BL000000',
  ],
  [
    'policy',
    '554 imta10.westchester.pa.mail.comcast.net comcast 192.0.2.1 Comcast requires that all mail servers must have a PTR record with a valid Reverse DNS entry. #554',
  ],
  [
    'transient',
    '421 4.1.0 192.0.2.1 Throttled - try again later. Please see https://postmaster.comcast.net/smtp-error-codes.php#RL000010',
  ],
  [
    'transient',
    '421 Too many connections from your IP. Trop de connexions, veuillez verifier votre configuration. OFR004_104 [104]',
  ],
  [
    'policy',
    '554-gmx.net (mxgmx015) Nemesis ESMTP Service not available 554-No SMTP service 554-IP address is black listed.',
  ],
  [
    'policy',
    '554 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=bip Bad reputation of the sending IP address',
  ],
  [
    'policy',
    '550 5.7.1 Reject due to policy restrictions. For explanation visit https://postmaster.web.de/error-messages?ip=192.0.2.1',
  ],
  [
    'policy',
    '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tobr@rx.t-online.de to clarify.) (BL)',
  ],
  ['sender', '550 5.7.1 Requested action not taken: mailbox unavailable. Reject due to SPF policy of sender domain'],
  ['sender', '550 5.7.1 Sender address rejected: Domain not found'],
  [
    'policy',
    '550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc or report details to abuse@corp.mail.ru',
  ],
  ['transient', '451 4.7.1 <bob@free.fr>: Recipient address rejected: Greylisted for 300 seconds'],
  ['transient', '421 mi8: too many connections from 192.0.2.1, slow down'],
];

const POSTFIX_AND_EXIM: Words = [
  ['recipient', '550 5.1.1 <bob@x.example>: Recipient address rejected: User unknown in local recipient table'],
  [
    'recipient',
    '550 5.1.1 <bob@x.example>: Recipient address rejected: undeliverable address: host mx[192.0.2.9] said: 550 5.1.1 User unknown',
  ],
  ['recipient', '550 5.1.1 <bob@x.example>: Recipient address rejected: unverified address: Address lookup failed'],
  ['recipient', '550 <bob@x.example>: Recipient address rejected: User unknown in virtual recipient table'],
  ['recipient', '550 Unrouteable address'],
  ['recipient', '550 No such user here'],
  ['recipient', '550 No Such User Here"'],
  ['recipient', '550 unknown user'],
  ['recipient', '550 Address unknown'],
  ['recipient', '550 sorry, no mailbox here by that name. (#5.1.1)'],
  ['recipient', '550 5.1.1 sorry, no mailbox here by that name (chkuser)'],
  ['recipient', '553 5.3.0 <bob@x.example>... No such user here'],
  ['recipient', '550 5.1.1 <bob@x.example>... User unknown'],
  ['recipient', '550 Account disabled'],
  ['recipient', '551 User not local'],
  ['recipient', '556 5.1.10 Recipient address has null MX'],
  ['recipient', '556 Domain does not accept mail'],
  ['recipient', '525 5.7.13 User account disabled'],
  ['recipient', '550 5.7.17 Mailbox owner has changed'],
  ['recipient', '501 5.1.3 Bad recipient address syntax'],
  ['recipient', '550 5.1.2 Host or domain name not found'],
  ['mailbox-full', '552 5.2.2 <bob@x.example>: Mailbox is full / Blocks limit exceeded / Inode limit exceeded'],
  ['mailbox-full', '552 5.2.2 Quota exceeded (mailbox for user is full)'],
  ['mailbox-full', '452 4.2.2 <bob@x.example> Quota exceeded (mailbox for user is full)'],
  ['mailbox-full', '550 Mailbox quota exceeded'],
  ['mailbox-full', '552 Requested mail action aborted: exceeded storage allocation'],
  ['mailbox-full', '552 Mailbox limit exceeded for this email address'],
  ['mailbox-full', '450 Mailbox is full'],
  ['message', '552 5.3.4 Message size exceeds fixed limit'],
  ['message', '552 5.3.4 Error: message file too big'],
  ['message', '552 Message size exceeds maximum permitted'],
  ['message', '552 message too large'],
  ['message', '500 5.5.2 Error: bad syntax'],
  ['message', '501 5.5.4 Syntax: MAIL FROM:<address>'],
  ['message', '503 5.5.1 Error: need RCPT command'],
  ['message', '550 5.6.7 SMTPUTF8 is needed'],
  ['message', '550 maximum allowed line length is 998 octets, got 1042: line too long'],
  ['message', '554 5.6.1 Body type not supported'],
  ['message', '550 5.6.0 Lone CR or LF in headers: bare LF'],
  ['sender', '550 5.1.8 <ann@x.example>: Sender address rejected: Domain not found'],
  ['sender', '550 5.1.7 <ann@x.example>: Sender address rejected: undeliverable address'],
  ['sender', '550 Sender verify failed'],
  ['sender', '550 5.7.1 DMARC policy violation'],
  ['sender', '550 SPF check failed: 192.0.2.1 is not allowed to send mail from x.example'],
  ['sender', '550 5.7.20 No passing DKIM signature found'],
  [
    'policy',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
  ],
  ['policy', '554 5.7.1 <mail.x.example[192.0.2.1]>: Client host rejected: Access denied'],
  [
    'policy',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using b.barracudacentral.org; http://www.barracudanetworks.com/reputation/?pr=1&ip=192.0.2.1',
  ],
  [
    'policy',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.spamcop.net; Blocked - see https://www.spamcop.net/bl.shtml?192.0.2.1',
  ],
  ['policy', '554 5.7.1 <bob@y.example>: Relay access denied'],
  ['policy', '550 5.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.1]'],
  ['policy', '550 5.7.1 <localhost>: Helo command rejected: need fully-qualified hostname'],
  ['policy', '550 relay not permitted'],
  ['policy', '550 Administrative prohibition'],
  [
    'policy',
    '550 JunkMail rejected - mail.x.example [192.0.2.1] is in an RBL: see http://www.barracudanetworks.com/reputation',
  ],
  [
    'policy',
    '550 5.1.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus SBL. For details please see http://www.spamhaus.org/query/bl?ip=192.0.2.1',
  ],
  ['policy', '550 5.1.1 Your IP address is blocked; user unknown'],
  ['policy', '554 5.7.1 Spam message rejected'],
  ['policy', '550 High probability of spam'],
  ['policy', '550 This message was classified as SPAM and may not be delivered'],
  ['policy', '550 5.7.1 Message contains a virus (Eicar-Test-Signature)'],
  ['policy', '554 Transaction failed'],
  ['policy', '550 No'],
  ['policy', '550 5.0.0 Requested action not taken'],
  [
    'transient',
    '450 4.7.1 <bob@x.example>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/x.html',
  ],
  ['transient', '451 4.3.0 <bob@x.example>: Temporary lookup failure'],
  ['transient', '452 4.3.1 Insufficient system storage'],
  ['transient', '450 4.1.1 <bob@x.example>: Recipient address rejected: unverified address'],
  ['transient', '451 Temporary local problem - please try later'],
  ['transient', '421 4.4.2 x.example Error: timeout exceeded'],
  ['transient', '554 5.4.6 Too many hops'],
  ['transient', '550 5.3.2 System not accepting network messages'],
];

const GATEWAYS: Words = [
  ['recipient', '550 5.1.1 User Unknown (Proofpoint)'],
  ['recipient', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.eu200]'],
  ['recipient', '550 5.1.1 <bob@x.example> Recipient address rejected: user bob@x.example does not exist (Barracuda)'],
  ['recipient', '550 No such user (Zoho)'],
  ['recipient', '554 permanent failure for one or more recipients (bob@x.example:550 5.1.1 Recipient unknown)'],
  ['recipient', '550 #5.1.0 user unknown'],
  ['mailbox-full', '552 5.2.2 The email account that you tried to reach is over quota (Zoho)'],
  ['recipient', '550 #5.1.0 Address rejected.'],
  ['policy', '550 5.1.0 Mail rejected.'],
  ['sender', '550 5.1.0 Sender address rejected by policy'],
  ['policy', '554 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1'],
  ['policy', '550 5.7.1 Blocked by Proofpoint Dynamic Reputation, PDR'],
  [
    'policy',
    '550 Rejected by header based manually Blocked Senders: - https://community.mimecast.com/docs/DOC-1369#550',
  ],
  ['policy', '550 Administrative Lockout - https://community.mimecast.com/docs/DOC-1369#550 policy'],
  ['policy', '550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550'],
  ['policy', '554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554'],
  ['policy', '554 rejected due to spam content (Barracuda)'],
  ['policy', '550 permanent failure for one or more recipients (bob@x.example:blocked)'],
  [
    'policy',
    "554-mx.cisco.example 554 Your access to this mail system has been rejected due to the sending MTA's poor reputation. If you believe that this failure is in error, please contact the intended recipient via alternate means.",
  ],
  ['policy', '550 5.7.1 Mail rejected: URL in this mail is listed by multi.surbl.org'],
  ['policy', '550 5.7.1 Message blocked by dbl.spamhaus.org: x.example'],
  ['policy', '550 5.7.1 Recipient not authorized, your IP has been found on a block list'],
  [
    'policy',
    '571 5.7.1 Message refused by Trend Micro Email Reputation Service. Please see https://ers.trendmicro.com/reputations',
  ],
  [
    'policy',
    '554 5.7.1 The message from (<ann@x.example>) with the subject of (Hello) matches a profile the Internet community may consider spam. (Cloudmark)',
  ],
  ['policy', '530 5.7.0 Must issue a STARTTLS command first'],
  ['sender', '550 DMARC Sender Invalid - envelope rejected - https://community.mimecast.com/docs/DOC-1369#550'],
  ['sender', '550 SPF Sender Invalid - envelope rejected - https://community.mimecast.com/docs/DOC-1369#550'],
  ['sender', '550 5.7.1 DKIM verification failed'],
  [
    'transient',
    '451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451',
  ],
  ['transient', '451 Open relay not allowed - greylisting in effect'],
  ['transient', '421 4.7.1 - Connection refused - [192.0.2.1] - too many connections (Proofpoint)'],
  ['transient', '452 4.5.3 Too many recipients'],
];

describe.each([
  ['Google', GOOGLE],
  ['Microsoft', MICROSOFT],
  ['Yahoo, AOL and Apple', YAHOO_AND_APPLE],
  ['Orange, Comcast, GMX and similar providers', EUROPE_AND_CABLE],
  ['Postfix, Exim, Sendmail and the blocklists that they use', POSTFIX_AND_EXIM],
  ['gateways', GATEWAYS],
])('replies of %s', (_who, replies) => {
  it.each(replies)('are classified as %s: %s', (expected, reply) =>
    expect(classOfRefusal(parseReply(reply))).toBe(expected),
  );
});

describe('an unambiguous code', () => {
  it.each(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.7.13', '5.7.17'])(
    '%s means the recipient, with every basic code',
    (enhanced) => {
      for (const code of [500, 550, 553, 554]) expect(classOfRefusal({ code, enhanced, text: 'no' })).toBe('recipient');
    },
  );

  it.each(['4.1.1', '4.2.1', '4.7.1', '4.3.4', undefined])('%s with 4xx is temporary', (enhanced) => {
    expect(classOfRefusal({ code: 450, enhanced, text: 'User unknown' })).toBe('transient');
  });
});

describe('a refusal that mentions another reason', () => {
  it.each([
    '550 Your address is on our blocklist; user unknown',
    '550 Sender address unknown',
    '550 Relaying denied for this recipient, invalid address',
    '550 SPF check failed, user unknown',
    '550 Unknown user, sending is throttled',
    '550 Mailbox blacklisted, account disabled',
    '550 Your account is disabled',
    '550 Your IP address is invalid',
    '550 Mailbox temporarily unavailable',
    '550 Unauthenticated mail to an invalid account',
    '550 Recipient address rejected: Access denied',
    '550 <unknown-user@x.example>: rejected',
    '550 5.7.26 User unknown',
    '550 see https://x.example/user-unknown',
  ])('is never classified as recipient: %s', (reply) =>
    expect(classOfRefusal(parseReply(reply))).not.toBe('recipient'),
  );

  it.each([
    '550 <sender-full@blocked.example>: User unknown; see https://x.example/policy',
    '550 5.1.1 <blocked-ip@spamhaus.org>: no',
    '550 5.1.1 User unknown. Visit https://x.example/blocked-ip',
  ])('is classified as recipient if the other reason is part of an address or a link: %s', (reply) =>
    expect(classOfRefusal(parseReply(reply))).toBe('recipient'),
  );
});

describe('hostile text', () => {
  it('is read only up to a limit', () => {
    const filler = 'x'.repeat(MAX_READ_CHARACTERS - 12);
    expect(classOfRefusal({ code: 550, enhanced: undefined, text: `${filler} User unknown` })).toBe('policy');
    const within = 'x'.repeat(MAX_READ_CHARACTERS - 13);
    expect(classOfRefusal({ code: 550, enhanced: undefined, text: `${within} user unknown` })).toBe('recipient');
    expect(isAddressBlock(`${'x'.repeat(MAX_READ_CHARACTERS)} spamhaus`)).toBe(false);
  });

  it.each(['a@', '@', 'user ', 'https:', 'ip ', '<', 'blocked by ', 'exceeds ', 'message ', '\ud800'])(
    'made of %j repeated is classified in linear time',
    (piece) => {
      const growth = growthOf((size) => {
        const text = piece.repeat(size);
        classOfRefusal({ code: 550, enhanced: undefined, text });
        signalOfRefusal({ code: 451, enhanced: undefined, text });
      }, 2_000);
      expect(growth).toBeLessThan(LINEAR);
    },
  );
});

/** Parses a reply as the client reads it from the connection. */
function parseReply(line: string): Reply {
  let found: Reply | undefined;
  const inOneLine = line.replace(/^(\d{3})-/, '$1 ');
  const parser = createReplyParser({ onReply: ({ reply }) => (found = reply), onGarbage: () => {} });
  parser.push(Buffer.from(`${inOneLine}\r\n`));
  if (!found) throw new Error(`No reply: ${line}`);
  return found;
}

describe('limits and errors that do not concern the mailbox', () => {
  it.each([
    ['452 insufficient system storage', 'transient'],
    ['452 4.3.1 Insufficient system resources', 'transient'],
    ['552 Insufficient system storage', 'transient'],
    ['454 Daily message quota exceeded', 'transient'],
    ['454 Throttling failure: Daily message quota exceeded.', 'transient'],
    ['550 5.4.5 Daily user sending quota exceeded', 'transient'],
    ['550 You have exceeded your daily sending limit', 'policy'],
    ['550 Hourly outbound limit reached', 'policy'],
    ['552 Too many recipients', 'transient'],
    [`550 5.1.1 procmail: Couldn't create "/var/spool/mail/ann" id: ann: No such user`, 'transient'],
    ['554 mx.there.example ESMTP not accepting connections', 'transient'],
    ['550 5.1.0 sender rejected. AUP#CDRBL', 'policy'],
    ['421 4.7.0 Rejected under our acceptable use policy', 'transient'],
    ['521 5.2.1 : AOL will not accept delivery of this message.', 'policy'],
    ['521 5.2.1 : (CON:B1) https://postmaster.there.example/errors/554conb1.html', 'policy'],
    ['552 mailbox not found', 'recipient'],
    ['552 No such user', 'recipient'],
    ['552 Requested mail action aborted: exceeded storage allocation', 'mailbox-full'],
    ['550 5.5.0 Client host [192.0.2.7] blocked using dnsbl.there.example', 'policy'],
    ['550 5.5.1 Your IP address 192.0.2.7 is blacklisted', 'policy'],
    ['554 5.6.0 Mail from IP 192.0.2.7 was rejected due to listing in Spamhaus', 'policy'],
    ['550 5.5.0 domain [shop.example] mismatches client ip 192.0.2.7', 'policy'],
    ['554 5.5.0 IP=192.0.2.7 - A problem occurred. (BL)', 'policy'],
    ['550 5.5.0 cannot parse the command', 'message'],
    ['550 5.4.310 DNS domain there.example does not exist', 'recipient'],
    ['550 5.1.2 Host unknown: not found in DNS', 'recipient'],
    ['500 Remote server does not support TLS', 'policy'],
    ["554 Transaction failed: Duplicate header 'DKIM-Signature'.", 'message'],
    ['550 5.7.27 Host does not accept mail', 'recipient'],
  ] as const)('%s is %s', (reply, expected) => expect(classOfRefusal(parseReply(reply))).toBe(expected));
});
