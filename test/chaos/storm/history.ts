/** Targets of SIGKILL: a process, or the database's main process with all others, or one backend of it. */
export const KILL_KINDS = ['main', 'delivery', 'database', 'backend'] as const;
export type KillKind = (typeof KILL_KINDS)[number];

/** An account of the storm. All times of a history are milliseconds of one monotonic clock. */
export interface Tenant {
  readonly name: string;
  readonly key: string;
  /** Its verified sender domain. */
  readonly domain: string;
  /** Whether it is the account with the small quota. */
  readonly hasQuota: boolean;
}

/** A message as sent by the client. */
export interface SentMail {
  readonly number: number;
  readonly tenant: Tenant;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Unknown: there was no response or a 503, so the message may exist. */
  outcome: 'unknown' | 'accepted' | 'refused';
  /** Set if it was accepted. */
  id?: string;
  acceptedAtMs?: number;
}

/** A message as received. */
export interface Arrival {
  readonly recipient: string;
  /** The message's ID from its Message-ID, or undefined without one. */
  readonly id: string | undefined;
  readonly atMs: number;
  /** False if the receiver accepted the message without replying. */
  readonly isReplied: boolean;
  /** When the connection broke without QUIT after this message as its last. */
  cutAtMs?: number;
  /** SHA-256 of the text, and the error of the DKIM signature. */
  readonly textHash: string;
  readonly dkimFault: string | undefined;
}

/** A request of a webhook. */
export interface HookCall {
  readonly id: string;
  readonly event: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly atMs: number;
  readonly isSigned: boolean;
  /** Whether the receiver responded with 2xx. */
  readonly isTaken: boolean;
}

/** A successful kill. */
export interface Kill {
  readonly kind: KillKind;
  readonly atMs: number;
}

/** A mailing of the storm. */
export interface StormMailing {
  readonly id: string;
  readonly kind: 'frozen' | 'open';
  readonly tenant: Tenant;
  /** Its recipients; `isSure` once their commit was confirmed. */
  readonly readers: { readonly recipient: string; isSure: boolean }[];
  /** Its state in the program at the end. */
  final?: { readonly state: string; readonly recipients: number; readonly delivered: number } | undefined;
}

/** A time span. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A broken invariant with its subject and a sentence. */
export interface Breach {
  readonly invariant: InvariantName;
  readonly subject: string;
  readonly words: string;
}

export type InvariantName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12';

/** Everything recorded by client, receiver and nemesis; the program under test adds nothing. */
export interface History {
  readonly mails: SentMail[];
  readonly mailings: StormMailing[];
  readonly arrivals: Arrival[];
  readonly calls: HookCall[];
  readonly kills: Kill[];
  /** Times without any process of the database. */
  readonly outages: Span[];
  /** Requests that got a 202. */
  readonly acceptances: Span[];
  /**
   * When the receiver deferred a message (4xx, or a connection that it broke), by recipient or, before RCPT, by domain.
   */
  readonly deferrals: Map<string, number[]>;
  readonly faults: Map<string, number>;
  /** Addresses with the time at which their suppression was confirmed. */
  readonly suppressions: Map<string, number>;
  /** Keys used a second time, with the same and with another body. */
  readonly repeats: { same: number; other: number };
  /** Requests without a response, or with one after the client's timeout. */
  unanswered: number;
  hung: number;
  readonly breaches: Breach[];
}

/** Returns an empty history. */
export function emptyHistory(): History {
  return {
    mails: [],
    mailings: [],
    arrivals: [],
    calls: [],
    kills: [],
    outages: [],
    acceptances: [],
    deferrals: new Map(),
    faults: new Map(),
    suppressions: new Map(),
    repeats: { same: 0, other: 0 },
    unanswered: 0,
    hung: 0,
    breaches: [],
  };
}

/** Records that mail to a recipient or, before RCPT, to a domain has to be retried. */
export function noteDeferral(history: History, whom: string, atMs: number): void {
  const times = history.deferrals.get(whom);
  if (times) times.push(atMs);
  else history.deferrals.set(whom, [atMs]);
}

/** Returns the domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
