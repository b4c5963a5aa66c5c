/** What the nemesis ends with SIGKILL: a process or, of the database, the main process with all others, or one backend. */
export const KILL_KINDS = ['main', 'delivery', 'database', 'backend'] as const;
export type KillKind = (typeof KILL_KINDS)[number];

/** An account of the storm. All times of a history are milliseconds of one monotonic clock. */
export interface Tenant {
  readonly name: string;
  readonly key: string;
  /** Its verified sender domain. */
  readonly domain: string;
  /** Whether it is the account whose quota is small. */
  readonly hasQuota: boolean;
}

/** A mail as the client sent it. */
export interface SentMail {
  readonly number: number;
  readonly tenant: Tenant;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Unknown: nobody answered, or 503 was; it may exist. */
  outcome: 'unknown' | 'accepted' | 'refused';
  /** Set when it was accepted. */
  id?: string;
  acceptedAtMs?: number;
}

/** A mail as the receiver took it. */
export interface Arrival {
  readonly recipient: string;
  /** The message's id, read from its Message-ID; undefined when there is none. */
  readonly id: string | undefined;
  readonly atMs: number;
  /** False when the receiver took the mail and never said so. */
  readonly isReplied: boolean;
  /** When the connection broke with this mail as its last, without QUIT. */
  cutAtMs?: number;
  /** SHA-256 of the text, and what is wrong with the DKIM signature. */
  readonly textHash: string;
  readonly dkimFault: string | undefined;
}

/** A request that a webhook made. */
export interface HookCall {
  readonly id: string;
  readonly event: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly atMs: number;
  readonly isSigned: boolean;
  /** Whether the receiver answered 2xx. */
  readonly isTaken: boolean;
}

/** A kill that hit. */
export interface Kill {
  readonly kind: KillKind;
  readonly atMs: number;
}

/** A mailing of the storm. */
export interface StormMailing {
  readonly id: string;
  readonly kind: 'frozen' | 'open';
  readonly tenant: Tenant;
  /** Whom it was given; sure, once that was committed and heard. */
  readonly readers: { readonly recipient: string; isSure: boolean }[];
  /** What the program says of it at the end. */
  final?: { readonly state: string; readonly recipients: number; readonly delivered: number } | undefined;
}

/** A span of time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Something that was seen to be wrong: the invariant, what it is about, and a sentence. */
export interface Breach {
  readonly invariant: InvariantName;
  readonly subject: string;
  readonly words: string;
}

export type InvariantName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12';

/** Everything that client, receiver and nemesis remember; the program under test adds nothing to it. */
export interface History {
  readonly mails: SentMail[];
  readonly mailings: StormMailing[];
  readonly arrivals: Arrival[];
  readonly calls: HookCall[];
  readonly kills: Kill[];
  /** When no process of the database lived. */
  readonly outages: Span[];
  /** Requests that were answered 202. */
  readonly acceptances: Span[];
  /** When the receiver put off a mail (4xx, or a connection that it broke), by recipient and, before RCPT, by domain. */
  readonly putOffs: Map<string, number[]>;
  readonly faults: Map<string, number>;
  /** Addresses and when their suppression was confirmed. */
  readonly suppressions: Map<string, number>;
  /** Keys that were used a second time, with the same and with another body. */
  readonly repeats: { same: number; other: number };
  /** Requests that nobody answered, or only after the time that a client has. */
  unanswered: number;
  hung: number;
  readonly breaches: Breach[];
}

/** A history in which nothing has happened. */
export function emptyHistory(): History {
  return {
    mails: [],
    mailings: [],
    arrivals: [],
    calls: [],
    kills: [],
    outages: [],
    acceptances: [],
    putOffs: new Map(),
    faults: new Map(),
    suppressions: new Map(),
    repeats: { same: 0, other: 0 },
    unanswered: 0,
    hung: 0,
    breaches: [],
  };
}

/** Notes that mail to a recipient or, before it was named, to a domain has to come again. */
export function notePutOff(history: History, whom: string, atMs: number): void {
  const times = history.putOffs.get(whom);
  if (times) times.push(atMs);
  else history.putOffs.set(whom, [atMs]);
}

/** The domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
