import {
  DOMAIN_GONE,
  EXPIRED,
  LOOPS,
  MAILBOX_CLOSED,
  MAILBOX_FULL,
  MAILBOX_UNKNOWN,
  TOO_LARGE,
  isAnyOf,
} from './bounce-words.ts';
import { joinReply, readInlineDsn, statusIn } from './dsn.ts';
import { shownWords, type ReceivedMail } from './received-mail.ts';

/** The content of a bounce that is not a delivery status notification. */
export type TextBounce =
  | { readonly kind: 'failed'; readonly status: string; readonly reason: string }
  /** The message has not been delivered yet, and the server will retry. */
  | { readonly kind: 'delayed' }
  /** The message looks like a bounce but gives no reason. */
  | { readonly kind: 'unexplained' };

const MAX_TEXT_CHARACTERS = 64 * 1024;
const MAX_LINES = 500;
const MAX_LINE_CHARACTERS = 1_000;
/** Maximum number of lines that are read as one SMTP reply. */
const MAX_REASON_LINES = 4;

/** Matches the start of the returned message, whose text is not part of the server's reason. */
const RETURNED =
  /^(?:[-=*_ >]{0,40}\s*(?:below (?:this line )?is (?:a copy|the original)|this is a copy of (?:the|your) (?:message|mail)|(?:the )?(?:original|returned|undelivered) (?:message|mail)(?: (?:as )?(?:follows|header|headers|text|info))?\s*[-:=.]|original mail as follows|message details:|your message reads|a summary of the undelivered|old message:|urspr[üu]ngliche (?:nachricht|e-?mail)|message headers? follow|(?:unsent|start of returned) message|included is a copy of the message|original message headers|returned (?:header|message)|the (?:header|first \d+ lines)[^.]{0,40} of the (?:original )?message)|return-path:\s|received: (?:from|by)\s)/i;
const DAEMON =
  /(?:mailer[- ]?daemon|mail-?daemon|post_?master|mail deliver[y ](?:sub)?\s?system|mail[-.]?delivery|mail-?system|bounce|no-?reply-?mail|microsoftexchange|mail administrator|ndr administrator|system administrator|sysadmin@|mmsc|mdaemon|^[^@]*<>\s*$)/i;
const FAILURE =
  /(?:undeliver|unzustellbar|non remis|no se (?:pudo|ha podido) entregar|returned (?:mail|to sender)|return(?:ing)? (?:message|mail) to sender|failure (?:notice|notification)|(?:delivery|mail|message|send)[\w ]{0,30}\b(?:fail|error|problem|rejected|unsuccessful)|fail(?:ed|ure)[\w ]{0,20}deliver|(?:could|can|was|were|did|has)(?:n[’']t| ?not)(?: be)?(?: been)? (?:delivered|deliver|sent|reach|accepted)|unable to (?:deliver|be delivered|relay)|not (?:be )?(?:able to deliver|delivered)|permanent (?:fatal )?error|fatal errors|(?:message|mail)[\w ]{0,20}\b(?:rejected|undeliverable|blocked)|rejected (?:your|the) (?:message|mail)|(?:error|trouble|problem)[\w ]{0,30}\b(?:deliver|sending|sent)|error (?:message )?below|user unknown|delivery status notification|following (?:recipients?|address(?:es)?)\b.{0,40}\b(?:fail|error|abort|reject)|aborted after|nicht zugestellt|konnte nicht|no (?:pudo|fue posible)|impossible de|n'a pas pu|не может быть доставлен|не удалось|配信できません|配信不能|送信できません|エラー|退信|无法(?:投递|发送))/i;
const DELAY =
  /(?:^|\n|\s)(?:this is a warning message only|you do(?: not|n't) need to (?:resend|retry|do anything)|(?:still|will keep|will continue|continue to be) (?:to )?(?:try|trying|retry|tried|attempt)|no action is required on your part|not yet been delivered|will be (?:retried|tried again|repeated)|has been delayed|delivery attempts will continue|message (?:delivery )?(?:is |has been )?(?:delayed|still undelivered)|warning: (?:could not send|message) )/i;

/** Matches text that reports a permanent failure. */
const PERMANENT =
  /\bpermanent(?:ly)?\b.{0,40}\b(?:fail\w*|error|fatal|reject\w*|undeliver\w*|problem)|\b(?:fail\w*|reject\w*|undeliver\w*)\b.{0,40}\bpermanent(?:ly)?\b|\b(?:i[’']ve|i have|we[’']ve|we have|has|have) given up\b|\bgiving up\b|\bfatal errors?\b|\bdelivery (?:to the following recipients? )?(?:has )?failed\b|\b(?:could|can|was|were)(?:n[’']t| ?not)(?: be)? delivered\b|\bwill not be (?:retried|tried again)\b|\bno further (?:delivery )?attempts\b|\b(?:échec|erreur) (?:définitive?|permanente?)|\bdauerhafter? (?:fehler|zustellfehler)|\bendgültig|\berror permanente\b|\berrore permanente\b/i;

/** Basic codes that servers use in rejections, including codes that RFC 5321 does not define. */
const BASIC = String.raw`(?:4(?:2[12]|3[12]|4[1-9]|5[0-9]|7[01])|5(?:0[0-4]|1[0-9]|2[0-3]|3[0-5]|4[0-9]|5[0-9]|7[0-9]))`;
/** Matches an SMTP reply anywhere in a line. Words must follow the code, because a code alone could be any number. */
const REPLY_LINE = new RegExp(String.raw`(?:^|[\s:<>("'\[#])(${BASIC}[ -](?=.*[a-z]{2}).*)$`, 'i');
const NEXT_REPLY = new RegExp(`^${BASIC}[ -]`);
const ENHANCED = /(?:^|[\s(#:<["'])([45]\.\d{1,3}\.\d{1,3})(?!\d|\.\d)/;
/** Matches addresses and links. They are removed before text is compared with phrases. */
const QUOTED = /<?\S{1,300}@\S{1,300}|\bhttps?:\S*/gi;

/** Status code for an unspecified error in the mail system. Other lines may give a more specific reason. */
const UNSPECIFIC = '5.3.0';
/** Phrases and their status codes. Each search uses the first entry that matches. */
const PHRASES: readonly (readonly [words: readonly RegExp[], status: string])[] = [
  // The group may reject outside senders, or may no longer exist. The reply does not distinguish these cases.
  [[/^\W{0,4}google groups\W{0,4}$/i], '5.7.2'],
  [MAILBOX_FULL, '5.2.2'],
  [TOO_LARGE, '5.3.4'],
  [[LOOPS], '5.4.6'],
  [
    [
      /\b(?:spam|junk|virus|malware|phish\w*|block(?:ed|ing|list)|black-?list(?:ed)?|listed (?:at|in|on|by)|reputation|polic(?:y|ies)|prohibit\w*|not (?:allowed|permitted|a member|authori[sz]ed)|members? only|denied|authenticat\w*|dmarc|spf|dkim|relay(?:ing)?(?!=)|content|banned|refused by|not accepting mail from|restricted|infected|unsolicited|unwanted|allowed rcpthosts|sender|client host|user agent|gr[ea]y-?list\w*|your (?:mail )?(?:ip|server|host|network|domain|account)|ip address|reverse|ptr|helo|ehlo)\b/i,
    ],
    '5.7.1',
  ],
  [
    [
      /\b(?:host|name|domain|lookup|dns|found)\b[^.]{0,60}\btry again\b|\btry (?:again )?later\b|\btemporar\w+ (?:\w+ ){0,3}(?:failure|error|problem)|\bname server (?:timeout|failure)|temporary failure/i,
    ],
    '4.3.0',
  ],
  [DOMAIN_GONE, '5.1.2'],
  [MAILBOX_CLOSED, '5.2.1'],
  [MAILBOX_UNKNOWN, '5.1.1'],
  [[EXPIRED], '4.4.7'],
  [[/\b(?:malformed|syntax error in|illegal) (?:recipient )?address|may not follow/i], '5.5.4'],
  [
    [
      /\b(?:service (?:is )?unavailable|internal (?:server )?error|system (?:error|problem|failure)|local (?:error|problem)|command (?:died|failed|output)|pipe to \||can(?:'t|not) (?:create|open|write)|failed to|misconfigured|mailer (?:error|failed))/i,
    ],
    UNSPECIFIC,
  ],
];

const TROUBLES = PHRASES.filter(([, status]) => status === UNSPECIFIC || status === '4.4.7');
const REASONS = PHRASES.filter((phrase) => !TROUBLES.includes(phrase));

/**
 * Parses a bounce that is not a delivery status notification. Returns undefined if the message does not look like a
 * bounce. `isFromNobody` means that the message came from the null sender (RFC 5321 section 4.5.5).
 */
export function readTextBounce(mail: ReceivedMail, isFromNobody: boolean): TextBounce | undefined {
  const lines = ownLines(mail.text);
  const text = lines.join('\n');
  if (!isBounce(mail, isFromNobody, text)) return undefined;
  if (DELAY.test(mail.headers.get('subject') ?? '') || DELAY.test(text)) return { kind: 'delayed' };
  return (
    ofFields(text) ??
    ofReply(lines) ??
    ofEnhancedCode(lines) ??
    ofPhrase(lines) ??
    ofPhrase([mail.headers.get('subject') ?? '']) ??
    ofPermanence(lines, mail) ?? { kind: 'unexplained' }
  );
}

/** Returns whether the headers look like those of a server's bounce, not those of an autoresponder's reply. */
export function looksLikeBounce({ headers }: ReceivedMail, isFromNobody: boolean): boolean {
  if (headers.has('x-failed-recipients')) return true;
  return (
    (isFromNobody || DAEMON.test(headers.get('from') ?? '')) &&
    [FAILURE, DELAY].some((words) => words.test(headers.get('subject') ?? ''))
  );
}

/** Parses a bounce that reports a permanent failure without a reason. */
function ofPermanence(lines: readonly string[], { headers }: ReceivedMail): TextBounce | undefined {
  const found = [...lines, headers.get('subject') ?? ''].find((line) => PERMANENT.test(line));
  return found === undefined ? undefined : failed('5.0.0', shownWords(found));
}

function ownLines(text: string): string[] {
  const lines = text
    .slice(0, MAX_TEXT_CHARACTERS)
    .split(/\r\n|\n|\r/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  // Ignore a match in the first three lines: if the bounce starts with the returned message, the reason comes after it.
  const end = lines.findIndex((line, index) => index > 2 && RETURNED.test(line.trimStart()));
  return end === -1 ? lines : lines.slice(0, end);
}

function isBounce({ headers }: ReceivedMail, isFromNobody: boolean, text: string): boolean {
  if (headers.has('x-failed-recipients')) return true;
  if (!isFromNobody && !DAEMON.test(headers.get('from') ?? '')) return false;
  const subject = headers.get('subject') ?? '';
  return [FAILURE, DELAY].some((words) => words.test(subject) || words.test(text));
}

/** Parses the fields of a delivery status notification in plain text. */
function ofFields(text: string): TextBounce | undefined {
  const recipients = readInlineDsn(text);
  const found = recipients?.find(({ action }) => action === 'failed');
  if (found?.reason) return failed(found.status ?? statusOfWords(found.reason) ?? '5.0.0', found.reason);
  return recipients?.every(({ action }) => action === 'delayed') ? { kind: 'delayed' } : undefined;
}

/** Parses the first permanent SMTP reply in the lines, or the first temporary one if no reply is permanent. */
function ofReply(lines: readonly string[]): TextBounce | undefined {
  const replies = lines.flatMap((line, index) => {
    const reply = REPLY_LINE.exec(line)?.[1];
    return reply === undefined ? [] : [{ index, reply }];
  });
  const [found] = [...replies.filter(({ reply }) => reply.startsWith('5')), ...replies];
  if (!found) return undefined;
  const reason = withoutOuterBracket(joinReply([found.reply, ...continued(lines, found.index)].join(' ')));
  const status = statusIn(reason);
  if (status !== null) return failed(status, reason);
  const said = statusOfWords(reason);
  // If the server's reply gives no reason, the reporting server may give one on another line.
  const reported = said === UNSPECIFIC ? ofPhrase(lines.filter((_line, index) => index !== found.index)) : undefined;
  if (reported?.kind === 'failed') return failed(reported.status, shownWords(`${reason} ${reported.reason}`));
  return failed(isSaidBy(reason, said) ? said : `${reason.slice(0, 1)}.0.0`, reason);
}

/**
 * Returns whether `said` is a specific status that can be correct for the reply. Returns false for a 552 reply whose
 * text seems to mean that the address is invalid, because code 552 is about storage (RFC 5321 section 4.2.3).
 */
function isSaidBy(reason: string, said: string | undefined): said is string {
  if (said === undefined || said === UNSPECIFIC) return false;
  return !(reason.startsWith('552') && /^5\.(?:1\.|2\.1)/.test(said));
}

/** Removes the closing bracket of a reply that was quoted in brackets. */
function withoutOuterBracket(reason: string): string {
  const isOuter = (reason.endsWith('>') && !reason.includes('<')) || (reason.endsWith(')') && !reason.includes('('));
  return isOuter ? reason.slice(0, -1) : reason;
}

/**
 * Parses the first line that contains an enhanced status code. If a line consists only of a qmail code, such as
 * (#5.1.1), the reason includes the previous line.
 */
function ofEnhancedCode(lines: readonly string[]): TextBounce | undefined {
  for (const [index, line] of lines.entries()) {
    const status = ENHANCED.exec(line)?.[1];
    if (status === undefined) continue;
    const before = (lines[index - 1] ?? '').trim();
    return failed(status, shownWords(line.trim() === `(#${status})` ? `${before} ${line}` : line));
  }
  return undefined;
}

function ofPhrase(lines: readonly string[]): TextBounce | undefined {
  const folded = lines.map((line, index) => `${line.trimEnd()} ${(lines[index + 1] ?? '').trim()}`);
  // Search single lines first, then each line joined with the next line. Search for unspecified system errors and for
  // expired messages last.
  return ofPhrases(lines, REASONS) ?? ofPhrases(folded, REASONS) ?? ofPhrases(lines, TROUBLES);
}

function ofPhrases(lines: readonly string[], phrases: typeof PHRASES): TextBounce | undefined {
  const readable = lines
    .filter((line) => !isPreamble(line))
    .map((line) => ({ line, words: line.replaceAll(QUOTED, ' ') }));
  for (const [patterns, status] of phrases) {
    const found = readable.find(({ words }) => isAnyOf(patterns, words));
    if (found) return failed(status, shownWords(found.line));
  }
  return undefined;
}

/** Returns whether a line is a common header field, or boilerplate that does not give the reason. */
function isPreamble(line: string): boolean {
  return /^\s*(?:content|mime|x)-[\w-]+:|^\s*(?:subject|from|to|cc|date|message-id)\s*:|permanent error\.? i've given up|this is a permanent error|return\w* (?:(?:the |your )?(?:message|mail) )?to (?:the )?sender|reasons? (?:may|might|could) be|possible (?:reasons?|causes?)/i.test(
    line,
  );
}

function statusOfWords(reason: string): string | undefined {
  const words = reason.replaceAll(QUOTED, ' ');
  return PHRASES.find(([patterns]) => isAnyOf(patterns, words))?.[1];
}

/** Returns the continuation lines of a reply: further lines of a multiline reply, or indented lines below the reply. */
function continued(lines: readonly string[], index: number): string[] {
  const found: string[] = [];
  const indent = indentOf(lines[index] ?? '');
  // RFC 5321 section 4.2.1: a hyphen after the code means that more lines follow. The last line has a space.
  let goesOn = REPLY_LINE.exec(lines[index] ?? '')?.[1]?.charAt(3) === '-';
  for (const line of lines.slice(index + 1, index + MAX_REASON_LINES)) {
    const words = line.replace(/^[\s<>]+/, '');
    const isReply = NEXT_REPLY.test(words);
    if (words === '' || (isReply ? !goesOn : indentOf(line) < Math.max(indent, 1))) break;
    goesOn = isReply ? words.startsWith(`${words.slice(0, 3)}-`) : goesOn;
    found.push(words);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function failed(status: string, reason: string): TextBounce {
  return { kind: 'failed', status, reason };
}
