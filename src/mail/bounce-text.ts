import { joinReply } from './dsn.ts';
import { shownWords, type ReceivedMail } from './received-mail.ts';

/** What a bounce says that is no delivery status notification. */
export type TextBounce =
  | { readonly kind: 'failed'; readonly status: string; readonly reason: string }
  /** The server goes on trying. */
  | { readonly kind: 'delayed' }
  /** It looks like a bounce, and nobody can say why it came. */
  | { readonly kind: 'unexplained' };

const MAX_TEXT_CHARACTERS = 64 * 1024;
const MAX_LINES = 500;
const MAX_LINE_CHARACTERS = 1_000;
/** Lines that belong to one reason: a server's reply is often folded. */
const MAX_REASON_LINES = 4;

/** Where the returned mail begins: what it says is not what the server says. */
const RETURNED =
  /^(?:[-=*_ >]{0,10}\s*(?:below this line is (?:a copy|the original)|this is a copy of (?:the|your) (?:message|mail)|(?:the )?(?:original|returned|undelivered) (?:message|mail)(?: (?:follows|header|headers|text|info))?\s*[-:=]|message headers? follow|(?:unsent|start of returned) message|included is a copy of the message|original message headers|returned (?:header|message)|the (?:header|first \d+ lines)[^.]{0,40} of the (?:original )?message)|return-path:\s|received: (?:from|by)\s)/i;
const DAEMON =
  /(?:mailer-?daemon|mail-?daemon|postmaster|mail delivery (?:sub)?system|mail-?system|bounce|no-?reply-?mail|microsoftexchange)/i;
const FAILURE =
  /(?:undeliver|unzustellbar|non remis|no se (?:pudo|ha podido) entregar|returned (?:mail|to sender)|return(?:ing)? (?:message|mail) to sender|failure (?:notice|notification)|(?:delivery|mail|message|send)[\w ]{0,30}\b(?:fail|error|problem|rejected|unsuccessful)|fail(?:ed|ure)[\w ]{0,20}deliver|(?:could|can|was|were|did|has)(?:n[’']t| ?not)(?: be)?(?: been)? (?:delivered|deliver|sent|reach|accepted)|unable to (?:deliver|be delivered|relay)|not (?:be )?(?:able to deliver|delivered)|permanent (?:fatal )?error|fatal errors|rejected (?:your|the) (?:message|mail))/i;
const DELAY =
  /(?:^|\n|\s)(?:this is a warning message only|you do(?: not|n't) need to (?:resend|retry|do anything)|(?:still|will keep|will continue|continue to be) (?:trying|retry|tried|attempt)|no action is required on your part|not yet been delivered|will be retried|delivery attempts will continue|message (?:delivery )?(?:is |has been )?(?:delayed|still undelivered)|warning: (?:could not send|message) )/i;

/** Basic codes that a server refuses with (RFC 5321 section 4.2.3 and what is in use beside it), not port numbers or sums. */
const BASIC = String.raw`(?:4(?:2[12]|3[12]|4[1-9]|5[0-9]|7[01])|5(?:0[0-4]|1[0-9]|2[0-3]|3[0-5]|4[0-9]|5[0-9]|7[0-9]))`;
/** A reply somewhere in a line; a code without words is a number. */
const REPLY_LINE = new RegExp(String.raw`(?:^|[\s:<>("'\[#])(${BASIC}[ -](?=.*[a-z]{2}).*)$`, 'i');
const ENHANCED = /(?:^|[\s(#:<[])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;
/** Names are no reasons. */
const QUOTED = /<?\S{1,300}@\S{1,300}|\bhttps?:\S*/gi;

/** Words and the code that they stand for, the first that fits: what says least about the recipient comes first. */
const PHRASES: readonly (readonly [words: RegExp, status: string])[] = [
  [
    /(?:mailbox|quota|inbox|mail ?box|storage|folder|account|maildir|user)[^.]{0,40}\b(?:full|exceed|over (?:its |the )?(?:quota|limit|size)|out of space)|over ?quota|quota (?:exceeded|violation|limit)|exceed\w* (?:\w+ ){0,3}quota|insufficient (?:disk|system|storage|space)|not enough (?:storage )?space/i,
    '5.2.2',
  ],
  [/(?:message|mail|size)[^.]{0,30}\b(?:too (?:large|big)|exceed\w*|larger than)|size limit/i, '5.3.4'],
  [/too many hops|(?:mail|routing|forwarding) loop|loops? back|hop count exceeded/i, '5.4.6'],
  [
    /retry time ?out|retry time not reached|time ?out exceeded|(?:delivery|retry|queue)[\w ]{0,20}(?:expired|timed out)|too long in (?:the )?queue|been in the queue too long|connection (?:timed out|refused)|(?:not|n't) (?:respond|connect)|could not connect|giv(?:e|en|ing) up after|unable to connect/i,
    '4.4.7',
  ],
  [
    /\b(?:spam|junk|virus|malware|phish|block(?:ed|ing|list)|black-?list|listed|reputation|polic(?:y|ies)|prohibit|not allowed|not permitted|denied|authenticat|dmarc|spf|dkim|relay(?:ing)?|content|banned|refused by)\b/i,
    '5.7.1',
  ],
  [
    /(?:host|domain|mail server)[\w ']{0,20}\b(?:not found|unknown|does ?n.t exist|does not exist|lookup failed|not resolve)|could(?:n.t| not) find any host|no such (?:host|domain)|name or service not known|nxdomain|unrouteable mail domain|non-?existent (?:host|domain)|no mail(?: server|box host)|nullmx|no mx/i,
    '5.1.2',
  ],
  [
    /\b(?:disabled|deactivated|suspended|inactive|not active|closed|discontinued|expired account|locked)\b|no longer (?:available|active|exist\w*|valid|in use|accept\w*|work\w*|employed|used|monitored|on server|with)/i,
    '5.2.1',
  ],
  [
    /no such (?:user|mailbox|recipient|address|account|person|name)|(?:user|recipient|mailbox|address|account|local[- ]part|alias|addressee|destinataire|usuario|empf[aä]nger)[^.]{0,40}(?:unknown|not (?:be )?(?:found|known|exist|listed|valid|recogni[sz]ed|here)|does ?n.t exist|does not exist|invalid|non-?exist\w*|unavailable|rejected|inconnu|desconocido|unbekannt|no existe|n.existe)|(?:unknown|invalid|bad|non-?existent|unrouteable|incorrect|undeliverable) (?:user|recipient|mailbox|address|account|local|destination|e-?mail|forwarding)|does ?n.t have an? .{0,40}account|no (?:mailbox|user|recipient|account) (?:here|by that name|with that)|not our customer|was ?n.t found at|could ?n.t be found|not a (?:valid|known) (?:user|mailbox|recipient|address)|(?:isn.t|is not) in my (?:control|locals)|who are you looking for|addressee unknown|not listed in/i,
    '5.1.1',
  ],
];

/**
 * Reads a bounce that is no delivery status notification (qmail, Exim, old Exchange, Yahoo, gateways): the code and the
 * words of the line that says why. Undefined when the mail does not look like a bounce. `isFromNobody`: it came from the
 * null sender (RFC 5321 section 4.5.5). Looks at 64 KB of text at most.
 */
export function readTextBounce(mail: ReceivedMail, isFromNobody: boolean): TextBounce | undefined {
  const lines = ownLines(mail.text);
  const text = lines.join('\n');
  if (!isBounce(mail, isFromNobody, text)) return undefined;
  if (DELAY.test(mail.headers.get('subject') ?? '') || DELAY.test(text)) return { kind: 'delayed' };
  return ofReply(lines) ?? ofEnhancedCode(lines) ?? ofPhrase(lines) ?? { kind: 'unexplained' };
}

/** Whether servers rather than programs of people write so: then marks of automatic mail say nothing (RFC 3834 section 2). */
export function looksLikeBounce({ headers }: ReceivedMail): boolean {
  if (headers.has('x-failed-recipients')) return true;
  return DAEMON.test(headers.get('from') ?? '') && FAILURE.test(headers.get('subject') ?? '');
}

function ownLines(text: string): string[] {
  const lines = text
    .slice(0, MAX_TEXT_CHARACTERS)
    .split(/\r\n|\n|\r/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  // A bounce that begins with the returned mail has its words behind it.
  const end = lines.findIndex((line, index) => index > 2 && RETURNED.test(line.trimStart()));
  return end === -1 ? lines : lines.slice(0, end);
}

function isBounce({ headers }: ReceivedMail, isFromNobody: boolean, text: string): boolean {
  if (headers.has('x-failed-recipients')) return true;
  if (!isFromNobody && !DAEMON.test(headers.get('from') ?? '')) return false;
  const subject = headers.get('subject') ?? '';
  return [FAILURE, DELAY].some((words) => words.test(subject)) || FAILURE.test(text);
}

/** The first line with a reply of a server. */
function ofReply(lines: readonly string[]): TextBounce | undefined {
  for (const [index, line] of lines.entries()) {
    const reply = REPLY_LINE.exec(line)?.[1];
    if (reply === undefined) continue;
    const reason = withoutOuterBracket(joinReply([reply, ...continued(lines, index)].join(' ')));
    return failed(ENHANCED.exec(reason)?.[1] ?? statusOfWords(reason) ?? `${reason.slice(0, 1)}.0.0`, reason);
  }
  return undefined;
}

/** A reply that stood in brackets ends with one that it does not open. */
function withoutOuterBracket(reason: string): string {
  const isOuter = (reason.endsWith('>') && !reason.includes('<')) || (reason.endsWith(')') && !reason.includes('('));
  return isOuter ? reason.slice(0, -1) : reason;
}

/** The first line with an enhanced code alone: (#5.1.1) is how qmail ends its reasons. */
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
  for (const [words, status] of PHRASES) {
    const line = lines.find((candidate) => words.test(candidate.replaceAll(QUOTED, ' ')) && !isPreamble(candidate));
    if (line !== undefined) return failed(status, shownWords(line));
  }
  return undefined;
}

/** What a server says of every bounce names all reasons that there are. */
function isPreamble(line: string): boolean {
  return /permanent error\.? i've given up|this is a permanent error|reasons? (?:may|might|could) be|possible (?:reasons?|causes?)/i.test(
    line,
  );
}

function statusOfWords(reason: string): string | undefined {
  const words = reason.replaceAll(QUOTED, ' ');
  return PHRASES.find(([pattern]) => pattern.test(words))?.[1];
}

/** The lines that carry a reply on: those that repeat its code, or are indented under it. */
function continued(lines: readonly string[], index: number): string[] {
  const found: string[] = [];
  const indent = indentOf(lines[index] ?? '');
  for (const line of lines.slice(index + 1, index + MAX_REASON_LINES)) {
    const isReply = new RegExp(`^[\\s<>]*${BASIC}[ -]`).test(line);
    if (line.trim() === '' || !(isReply || indentOf(line) > indent)) break;
    found.push(line.replace(/^[\s<>]+/, ''));
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function failed(status: string, reason: string): TextBounce {
  return { kind: 'failed', status, reason };
}
