/** What the subject and detail of an enhanced status code mean (RFC 3463 section 3, and the registry of RFC 5248). */
const MEANINGS: Readonly<Record<string, string>> = {
  '1.0': 'something is wrong with the address',
  '1.1': 'there is no such mailbox',
  '1.2': 'the domain of the address does not exist or takes no mail',
  '1.3': 'the address is not written as the receiver expects it',
  '1.4': 'the address could mean several mailboxes',
  '1.5': 'the address is valid',
  '1.6': 'the mailbox has moved, and nobody knows where',
  '1.7': 'the sender address is not written as the receiver expects it',
  '1.8': 'the domain of the sender address does not exist or is not answered for',
  '1.9': 'the mail was relayed to a server that reports nothing back',
  '1.10': 'the domain of the recipient says that it takes no mail',
  '2.0': 'something is wrong with the mailbox',
  '2.1': 'the mailbox is switched off or takes no mail now',
  '2.2': 'the mailbox is full',
  '2.3': 'the mail is larger than this mailbox takes',
  '2.4': 'the mailing list behind the address cannot be expanded now',
  '3.0': 'the receiving system has a problem',
  '3.1': 'the receiving system is full',
  '3.2': 'the receiving system takes no mail now',
  '3.3': 'the receiving system lacks something that the mail needs',
  '3.4': 'the mail is larger than the receiving system takes',
  '3.5': 'the receiving system is set up wrongly',
  '4.0': 'the network or the routing failed',
  '4.1': 'no server of the receiver answered',
  '4.2': 'the connection broke off',
  '4.3': 'the DNS of the receiver could not be read',
  '4.4': 'no way to the receiver could be found',
  '4.5': 'the receiver is overloaded',
  '4.6': 'the mail went round in a circle',
  '4.7': 'it was tried for as long as it may be, without success',
  '5.0': 'the servers did not understand each other',
  '5.1': 'the receiver did not expect this command',
  '5.2': 'the receiver could not read a command',
  '5.3': 'there are more recipients than the receiver takes at once',
  '5.4': 'the receiver did not take the parameters of a command',
  '5.5': 'the versions of the protocol do not fit',
  '6.0': 'the content of the mail is a problem',
  '6.1': 'the receiver does not take this kind of content',
  '6.2': 'the content would have to be changed, which is not allowed',
  '6.3': 'the content would have to be changed, which nobody on the way can',
  '6.6': 'the content could not be read',
  '6.7': 'the mail has letters beyond ASCII in an address, which the receiver does not take',
  '7.0': 'the receiver refuses for reasons of policy',
  '7.1': 'the receiver does not allow this mail: a block list, its filter or its rules',
  '7.2': 'the sender may not write to this mailing list',
  '7.3': 'the mail would have to be secured in a way that is not possible',
  '7.4': 'the receiver lacks a feature of security that is asked for',
  '7.5': 'a check of the encryption failed',
  '7.6': 'the receiver does not know the algorithm',
  '7.7': 'the content was changed on the way',
  '7.8': 'the login was not accepted',
  '7.9': 'the way of login is too weak',
  '7.10': 'the connection must be encrypted first',
  '7.11': 'this login is only allowed over an encrypted connection',
  '7.12': 'the password must be changed',
  '7.13': 'the account at the receiver is closed',
  '7.14': 'the receiver asks for a trusted sender',
  '7.15': 'the priority of the mail is too low for now',
  '7.20': 'no DKIM signature passed',
  '7.21': 'no DKIM signature that passed is acceptable',
  '7.22': 'no DKIM signature that passed is of the domain of the author',
  '7.23': 'SPF does not allow the sending address',
  '7.24': 'SPF could not be evaluated',
  '7.25': 'the sending address has no name in reverse DNS, or one that does not lead back to it',
  '7.26': 'neither DKIM nor SPF vouches for the domain of the author',
  '7.27': 'the domain of the sender takes no mail',
  '7.28': 'the receiver sees a flood of mail',
  '7.29': 'ARC could not be verified',
  '7.30': 'the receiver asks for TLS that can be verified',
};

/** What the first digit says of how it goes on. */
const CLASSES: Readonly<Record<string, string>> = {
  '2': 'Taken',
  '4': 'Not now, it is tried again',
  '5': 'Refused for good',
};
/** Where what came of it says otherwise: mail that waited for too long, a server that refuses us and not the mail. */
const GIVEN_UP = 'Given up';
const REFUSED_FOR_NOW = 'Refused, and tried again all the same';

/** Servers say it with many codes, also with that of a block list (RFC 6647 section 2.1 leaves it open). */
const GREYLISTED = /\bgr[ea]y-?\s?list|\bpostgrey\b/i;
const GREYLISTING = 'the receiver lets the first mail of a sender that it does not know wait (greylisting)';

/** `class.subject.detail`, as RFC 3463 section 2 writes it. */
const ENHANCED = /^([245])\.(\d{1,3})\.(\d{1,3})$/;

/** What is known beside a code. */
export interface AboutStatus {
  /** What came of it; without it, what the code says. */
  readonly end?: 'final' | 'tried again' | undefined;
  /** The words that it came with. */
  readonly reason?: string | null | undefined;
}

/** An enhanced status code in plain words; undefined for what is none. An unknown detail has the words of its subject. */
export function meaningOfStatus(status: string, { end, reason }: AboutStatus = {}): string | undefined {
  const [, kind = '', subject = '', detail = ''] = ENHANCED.exec(status) ?? [];
  const beginning = beginningOf(kind, end);
  if (beginning === undefined) return undefined;
  const isGreylisted = kind === '4' && GREYLISTED.test(reason ?? '');
  const meaning = isGreylisted ? GREYLISTING : meaningOf(subject, detail);
  return meaning === undefined || kind === '2' ? `${beginning}.` : `${beginning}: ${meaning}.`;
}

function meaningOf(subject: string, detail: string): string | undefined {
  return MEANINGS[`${subject}.${detail}`] ?? MEANINGS[`${subject}.0`];
}

function beginningOf(kind: string, end: AboutStatus['end']): string | undefined {
  if (kind === '4' && end === 'final') return GIVEN_UP;
  if (kind === '5' && end === 'tried again') return REFUSED_FOR_NOW;
  return CLASSES[kind];
}
