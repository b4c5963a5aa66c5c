import {
  DOMAIN_GONE,
  LOOPS,
  MAILBOX_CLOSED,
  MAILBOX_FULL,
  MAILBOX_UNKNOWN,
  TOO_LARGE,
} from '../../../../mail/bounce-words.ts';
import type { BounceClass } from '../types.ts';

/** A rule for the text of a rejection. The first rule that matches determines the bounce class. */
interface BounceRule {
  readonly bounceClass: BounceClass;
  readonly pattern: RegExp;
}

/** Bounce classes of unambiguous enhanced status codes (RFC 3463 and its registry; RFC 7372, 7504, 7505). */
export const CLASS_OF_CODE: Readonly<Record<string, BounceClass>> = {
  ...each('recipient', ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '7.13', '7.17']),
  ...each('mailbox-full', ['2.2']),
  ...each('sender', ['1.7', '1.8', '7.9', '7.20', '7.21', '7.22', '7.23', '7.24', '7.26', '7.27', '7.29']),
  ...each('sender', ['7.30', '7.32', '7.40', '7.509', '7.515']),
  // Policy bounces, because only the operator can fix the DNS records of our IP address and EHLO name, or resolve a
  // block of the IP address.
  ...each('policy', ['7.25', '7.28', '7.124', '7.129', '7.133', '7.511', '7.606', '7.705', '7.708', '7.750']),
  ...each('message', ['2.3', '3.4', '6.0', '6.1', '6.2', '6.3', '6.4', '6.5', '6.6', '6.7', '6.8', '6.9', '6.10']),
  ...each('message', ['5.1', '5.2', '5.3', '5.4', '5.5', '5.6']),
  ...each('transient', ['3.1', '3.2', '4.2', '4.3', '4.5', '4.6', '4.7', '4.14']),
};

/** Names and domains of IP blocklists and their operators, also within links. */
export const LISTS_OF_ADDRESSES =
  /\b(?:spamhaus|spamcop|sorbs|barracuda(?:central|networks)|uceprotect|abusix|mailspike|psbl|spamrats|backscatterer|hostkarma|invaluement|senderscore|nixspam|manitu\.net|truncate\.gbudb|dnswl|trendmicro|talosintelligence|senderbase|cloudmark|dnsbl|ipremoval\.sms|ipcheck\.proofpoint|delist\.(?:messaging\.)?microsoft|sender\.office\.com)/i;

/**
 * Blocklists of domain names that occur in messages. A listing is about the message or its sender, never about our IP
 * address.
 */
export const LISTS_OF_NAMES = /\b(?:surbl|uribl|dbl|multi\.uribl|rhsbl|dbl\.spamhaus|domain block ?list)\b/i;

/** Rejections of our IP address, with any code. Such a rejection is not about the recipient. */
export const ADDRESS_BLOCKED: readonly RegExp[] = [
  /\bS31(?:40|50)\b|\bAS\(?4[89]\d\b|\bbanned sending ip\b/i,
  /\b(?:ips?|ip[- ]address(?:es)?|client host|sending (?:host|server|mta)|host|network|netblock|mail ?server|mta)\b.{0,80}\b(?:block(?:ed|ing|[- ]?list(?:ed)?)|black[- ]?listed|deny[- ]?listed|banned|is listed|was found|on (?:a|our|the) .{0,20}list)\b/i,
  /\b(?:block(?:ed|[- ]?list(?:ed)?)|black[- ]?list(?:ed)?|listed|rejected|refused)\b.{0,30}\b(?:using|by|on|in|at|from your|due to)\b.{0,40}\b(?:ip|rbl|dnsbl|block ?list|black ?list|reputation)\b/i,
  /\b(?:bad|poor|low|no|insufficient|ip|sender'?s?|email|network) reputation\b|\breputation (?:of|for|is|too|score|service)\b|\bdue to (?:the |its |a |your )?\w{0,12} ?reputation\b/i,
  /\b(?:your|the) (?:ip|ip address|mail server|server|host)\b.{0,20}\b(?:is|has been|was)\b.{0,20}\b(?:block|black|deny|listed|banned|reject)/i,
  /\bpart of their network is on our block list\b|\b\[?BL\d\d\]?\b|\b(?:IB|RBL)\d{3}\b|\bconnections? (?:not accepted|refused) from (?:servers|ip|hosts?)\b/i,
  /\b(?:reverse (?:dns|lookup|hostname)|rdns|ptr(?: record)?)\b|\bcannot find your (?:reverse )?hostname\b|\bdynamic ip\b/i,
];

/** Rules for replies whose code does not give the reason. Earlier rules take precedence. */
export const BOUNCE_RULES: readonly BounceRule[] = [
  // Violations of the receiver's terms or of its sending limits. The mailbox itself is not full.
  rule('policy', /\bAUP\b|\bacceptable use\b/i),
  rule(
    'policy',
    /\b(?:daily|hourly|monthly|sending|sender'?s?|outbound|outgoing|submission|relay(?:ing)?)\b.{0,40}\b(?:quota|limit|allowance|rate)\b.{0,30}\b(?:exceed\w*|reached|used up|hit|over)|\b(?:exceed\w*|reached|over|hit)\b.{0,30}\b(?:daily|hourly|monthly|sending|outbound|outgoing|submission|relay(?:ing)?)\b.{0,40}\b(?:quota|limit|allowance|rate)\b/i,
  ),
  // The disk of the server is full, not the mailbox (RFC 5321 section 4.2.3, code 452).
  rule(
    'transient',
    /\binsufficient (?:system|server) (?:storage|resources|space)\b|\b(?:system|server) (?:storage|disk|resources)\b.{0,30}\b(?:full|low|exhausted|exceeded|unavailable)\b|\bqueue file write error\b/i,
  ),
  rule('transient', /\b(?:could(?:n't| not)|can(?:not|'t)) (?:create|open|write|lock)\b/i),
  rule(
    'transient',
    /\btoo many recipients\b|\bnot accepting (?:connections|messages|(?:network )?mail)\b(?! (?:with|from)\b)/i,
  ),
  rule(
    'transient',
    /\breceiving mail (?:at a rate|too quickly)|\btoo many (?:recent )?(?:messages|mails) (?:to|for) this (?:user|recipient)/i,
  ),
  rule('transient', /\b(?:host|name|domain|dns|lookup)\b.{0,60}\btry again\b/i),
  // The server blocks our IP address because too many recipients were invalid.
  rule(
    'policy',
    /\btoo many (?:invalid|unknown|bad|wrong|non-?existent|nonexisting|errors|failed) ?(?:recipients|users|addresses|rcpts?|commands)?/i,
  ),
  rule('message', /\b(?:duplicate|multiple|several|malformed) .{0,12}headers?\b/i),
  // The message failed authentication, which depends on DNS records of the sender domain.
  rule(
    'sender',
    /\b(?:spf|dkim|dmarc)\b|\b(?:un|not )authenticated\b|\bauthentication (?:checks?|results?|requirements?)\b|\bsender policy framework\b/i,
  ),
  rule(
    'sender',
    /\bdoes not meet the required authentication level\b|\bdomain (?:owner|policy) (?:discourages|requires)/i,
  ),
  rule(
    'sender',
    /\bsender (?:address|domain|verify|verification|callout)?\b.{0,30}\b(?:rejected|failed|fails|not found|unknown|invalid|does not exist|doesn't exist|not exist|unresolvable|could not be verified|undeliverable)\b/i,
  ),
  rule(
    'sender',
    /\b(?:domain|mx) of (?:the )?sender\b.{0,60}\b(?:not|no|invalid)\b|\bmail from (?:address|domain|command)?\b.{0,30}\b(?:invalid|not|reject|unknown)|\benvelope sender\b|\breturn[- ]path\b.{0,30}\b(?:invalid|not|reject)|\bfrom[: ]header\b/i,
  ),
  rule(
    'sender',
    /\byour (?:account|mailbox|user|domain|(?:mail )?(?:server|host))\b|\b(?:invalid|unknown|bad|illegal) (?:envelope |return )?(?:sender|from)\b/i,
  ),
  // Problems with the message itself.
  ...TOO_LARGE.map((pattern) => rule('message', pattern)),
  rule(
    'message',
    /\b(?:line too long|line length|bare (?:lf|line ?feeds?|cr)|rfc[ -]?(?:2?822|5322)\b|missing .{0,20}headers?|invalid .{0,12}headers?|8[- ]?bit data|mime (?:error|structure|nest)|invalid (?:attachment|mime))/i,
  ),
  ...MAILBOX_FULL.map((pattern) => rule('mailbox-full', pattern)),
  rule('transient', LOOPS),
  rule('transient', /\btemporar(?:il)?y\b|\btry (?:again )?later\b/i),
  // The recipient does not exist.
  ...[...MAILBOX_UNKNOWN, ...MAILBOX_CLOSED, ...DOMAIN_GONE].map((pattern) => rule('recipient', pattern)),
];

/**
 * Words that take precedence over a status code about the recipient, unless the text also states that the recipient
 * does not exist.
 */
export const CLEARLY_POLICY =
  /\b(?:spam|junk ?mail|phish\w*|polic(?:y|ies)|filters?|black-?list(?:ed)?|block-?list(?:ed)?|blocked (?:by|using|for|at|you|your|due to (?!in-?activ))|has blocked|reputation|unsolicited|relay(?:ing)? (?:access )?(?:denied|not (?:permitted|allowed))|relaying|unable to relay|not (?:allowed|permitted|authori[sz]ed)|(?:recipient|user) preferences|rejected by (?:the )?(?:recipient|user)|unauthori[sz]ed|too many|limit exceeded|rate[- ]?limit\w*|prohibited|content|accept(?:s|ing)? (?:any )?(?:e-?)?(?:mails?|messages) from|only accepts|not a member|be a member|sender)\b/i;

/**
 * Words that take precedence over a status code about the recipient, even if the text also states that the recipient
 * does not exist.
 */
export const SURELY_POLICY =
  /\b(?:unable to relay|virus(?:es)?|malware|infected|gr[ea]y-?list\w*|helo|ehlo|user agent|client host|rbl|dnsbl|(?:spf|dkim|dmarc)|authentication)\b/i;

/** Words about the message or our reputation. They override a code that does not give the reason. */
export const POLICY_WORDS =
  /\b(?:spam|junk|virus|malware|phish|content|polic(?:y|ies)|prohibit|denied|not (?:allowed|permitted|authorized)|unauthori[sz]ed|relay(?:ing)?|block(?:ed|ing|[- ]?list)|black-?list|(?:grey|gray)-?list|reputation|throttl|rate\b|helo|ehlo|dnsbl|rbl|(?:start)?tls\b|client|ip\b|restricted|suspicious|reject(?:ed)? (?:by|due)|unsolicited|abuse)/i;

/** Patterns for replies that were not caused by the recipient, regardless of any other text in the reply. */
export const OTHER_REASONS: readonly RegExp[] = [
  // Problems with the message or its authentication.
  /\b(?:spam|junk|virus|malware|content|size|spf|dkim|dmarc|(?:un)?auth|polic(?:y|ies)|prohibit|denied)/i,
  // Problems with the sender or the sending host.
  /\b(?:sender|(?:mail )?from (?:address|domain|header)|mail from|relay(?!=|\W+recipient table)|client|helo|ehlo|host ?name|reverse|ptr\b|(?<!exchanger or )ip\b|dnsbl|rbl)/i,
  // The smarthost reports a problem with our account there, or with our server.
  /\byour (?:account|mailbox|user|domain|ip|(?:mail )?(?:server|host))/i,
  /\b(?:blocked(?! (?:due to|for) in-?activ)|blocking|blocklist|black-?list|(?:grey|gray)-?list|reputation|throttl|rate\b|rate[- ]?limit)/i,
  // The content was rejected.
  /\bin reply to end of data\b/i,
  // Temporary problems, such as a full mailbox.
  /\b(?:quota|over ?quota|full\b|tempor|try (?:again|later))/i,
];

function rule(bounceClass: BounceClass, pattern: RegExp): BounceRule {
  return { bounceClass, pattern };
}

function each(bounceClass: BounceClass, codes: readonly string[]): Record<string, BounceClass> {
  return Object.fromEntries(codes.map((code) => [code, bounceClass]));
}
