/** Targets of SIGKILL: a main process, a delivery process, the whole database, or one backend of the database. */
export const KILL_KINDS = ['main', 'delivery', 'database', 'backend'] as const;
export type KillKind = (typeof KILL_KINDS)[number];

/** An account of the storm. */
export interface Tenant {
  readonly name: string;
  readonly key: string;
  /** Verified sender domain of the account. */
  readonly domain: string;
  /** Whether this is the account with the small quota. */
  readonly hasQuota: boolean;
}

/** A message that the client sent. */
export interface SentMail {
  readonly number: number;
  readonly tenant: Tenant;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** `unknown` means that there was no response or a 5xx response, so the message may exist. */
  outcome: 'unknown' | 'accepted' | 'refused';
  /** Set if the message was accepted. */
  id?: string;
  acceptedAtMs?: number;
}

/** A message that arrived at a receiver. */
export interface Arrival {
  readonly recipient: string;
  /** ID of the message according to its Message-ID header, or undefined if it has none. */
  readonly id: string | undefined;
  readonly atMs: number;
  /** False if the receiver accepted the message but did not reply. */
  readonly isReplied: boolean;
  /** Set for the last message on a connection that broke without QUIT: the time at which it broke. */
  cutAtMs?: number;
  /** SHA-256 of the text. */
  readonly textHash: string;
  readonly dkimFault: string | undefined;
}

/** A webhook request. */
export interface HookCall {
  readonly id: string;
  readonly event: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly atMs: number;
  readonly isSigned: boolean;
  /** Whether the receiver responded with a 2xx status. */
  readonly isTaken: boolean;
}

/** A kill that ended a process. */
export interface Kill {
  readonly kind: KillKind;
  readonly atMs: number;
}

/** A mailing that was sent during the storm. */
export interface StormMailing {
  readonly id: string;
  readonly kind: 'frozen' | 'open';
  readonly tenant: Tenant;
  /** Recipients of the mailing. `isSure` is true once their commit is confirmed. */
  readonly readers: { readonly recipient: string; isSure: boolean }[];
  /** State of the mailing in Postrider at the end of the storm. */
  final?: { readonly state: string; readonly recipients: number; readonly delivered: number } | undefined;
}

/** A time span. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A violated invariant, the subject of the violation, and a one-sentence description. */
export interface Breach {
  readonly invariant: InvariantName;
  readonly subject: string;
  readonly words: string;
}

export type InvariantName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12';

/**
 * Everything that the client, the receivers, and the nemesis recorded. All times are milliseconds of the same monotonic
 * clock.
 */
export interface History {
  readonly mails: SentMail[];
  readonly mailings: StormMailing[];
  readonly arrivals: Arrival[];
  readonly calls: HookCall[];
  readonly kills: Kill[];
  /** Time spans in which no process of the database was running. */
  readonly outages: Span[];
  /** Time spans of the requests that got a 202 response. */
  readonly acceptances: Span[];
  /**
   * Times at which a receiver deferred a message with a 4xx reply or another fault. The key is the recipient, or the
   * domain if the fault occurred before RCPT.
   */
  readonly deferrals: Map<string, number[]>;
  readonly faults: Map<string, number>;
  /** Suppressed addresses, with the time at which the API confirmed the suppression. */
  readonly suppressions: Map<string, number>;
  /**
   * Number of requests that reused an idempotency key, with the same body (`same`) or with a different body (`other`).
   */
  readonly repeats: { same: number; other: number };
  /** Number of requests without a response. */
  unanswered: number;
  hung: number;
  readonly breaches: Breach[];
}

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

/** Records a deferral of messages to a recipient, or to a domain if the fault occurred before RCPT. */
export function noteDeferral(history: History, whom: string, atMs: number): void {
  const times = history.deferrals.get(whom);
  if (times) times.push(atMs);
  else history.deferrals.set(whom, [atMs]);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
