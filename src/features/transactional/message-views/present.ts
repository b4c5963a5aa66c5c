/*
 * What the message pages are told, and by which operation:
 *
 *   GET  /dashboard/messages/:id/route?recipient=      MessageRoute
 *   GET  /dashboard/messages/:id/source?recipient=     text/plain, or message/rfc822 to be saved with download=1
 *   GET  /dashboard/messages/:id/preview?mode=&images= text/html for a frame of the same origin (see src/mail/preview.ts)
 *   GET  /dashboard/messages/:id/checks?recipient=     MessageChecks
 *   POST /dashboard/messages/:id/send-again            202 { id, status } of the new message
 *   POST, GET /dashboard/messages/:id/shares, DELETE .../shares/:share_id   links for strangers (share.ts)
 *   GET  /dashboard/messages/export                    text/csv of a listing (export.ts)
 *   GET  /dashboard/overview?days=                     Overview
 *   GET  /dashboard/live?message=                      server-sent events: message, event, route, webhook, progress (LiveFrame)
 *
 * Records, filters and pages of messages are those of GET /transactional/emails: a `message` of the stream is an element
 * of its `data`. Webhook deliveries of a message: GET /transactional/webhook/deliveries?message_id=. Suppressing the
 * recipient: POST /transactional/suppressions.
 */

import type { Progress } from '../../tenants/progress/index.ts';

/** One line of an SMTP conversation. */
export interface ConversationLine {
  /** Who said it; a note is ours and was not said to the server. */
  readonly from: 'us' | 'server' | 'note';
  readonly text: string;
  /** Milliseconds since the attempt began; null where they were not recorded. */
  readonly ms: number | null;
}

/** The enhanced status code of an answer (RFC 3463) with what it means in plain words. */
export interface Meaning {
  readonly status: string | null;
  readonly reason: string | null;
  readonly meaning: string | null;
}

interface LegBase {
  /** The same for the same leg whenever it is told, so that a page replaces instead of repeating it. */
  readonly id: string;
  /** ISO 8601; null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance; null where the moment was not recorded. */
  readonly ms: number | null;
  /** One sentence for people. */
  readonly title: string;
}

/** The message was committed. */
export interface AcceptedLeg extends LegBase {
  readonly kind: 'accepted';
  readonly recipients: number;
  /** An API key, or a person: signed in, with a token, or through an application; null where that is not known. */
  readonly by: { readonly via: 'key' | 'token' | 'oauth' | 'session'; readonly name: string } | null;
}

/** The mail is signed with these keys each time that it is composed, the same way each time. */
export interface SignedLeg extends LegBase {
  readonly kind: 'signed';
  readonly signatures: readonly { readonly domain: string; readonly selector: string; readonly algorithm: string }[];
}

/** The way that an attempt took. */
export interface RoutedLeg extends LegBase {
  readonly kind: 'routed';
  readonly attempt: number;
  /** `inbox`, `relay`, `direct`; `test` and `suppressed` asked nobody. */
  readonly way: string;
  readonly host: string | null;
}

/** A server that was tried in an attempt before the one that the attempt came to. */
export interface TriedLeg extends LegBase {
  readonly kind: 'tried';
  readonly attempt: number;
  readonly host: string;
  readonly address: string;
  readonly reason: string;
}

/** A server answered the attempt. */
export interface ConnectedLeg extends LegBase {
  readonly kind: 'connected';
  readonly attempt: number;
  readonly host: string | null;
  readonly address: string | null;
  /** Null: in the clear. */
  readonly tls: { readonly version: string; readonly cipher: string } | null;
  /** The connection had carried mail before. */
  readonly reused: boolean;
}

/** What was said in an attempt and what came of it. */
export interface AttemptLeg extends LegBase, Meaning {
  readonly kind: 'attempt';
  readonly attempt: number;
  readonly outcome: string;
  readonly duration_ms: number;
  readonly conversation: readonly ConversationLine[];
  /** When it is tried again; only with the last attempt, while the mail waits. */
  readonly next_attempt_at: string | null;
}

/** Something in the timeline: sent, delivered, delayed, bounced, complained, failed, suppressed, opened, clicked. */
export interface EventLeg extends LegBase, Meaning {
  readonly kind: 'event';
  readonly event: string;
}

/** The account's webhook was told, or could not be. */
export interface WebhookLeg extends LegBase {
  readonly kind: 'webhook';
  readonly event: string;
  readonly delivery_id: string;
  readonly attempt: number;
  /** HTTP status; null when there was no answer, and then `fault` says why. */
  readonly answer: number | null;
  readonly fault: string | null;
  readonly duration_ms: number;
}

export type Leg = AcceptedLeg | SignedLeg | RoutedLeg | TriedLeg | ConnectedLeg | AttemptLeg | EventLeg | WebhookLeg;

/** The way of a message to one recipient, in the order in which things happened. */
export interface MessageRoute {
  readonly message_id: string;
  readonly recipient: string;
  readonly status: string;
  /** Nothing more is to be tried. */
  readonly is_final: boolean;
  readonly next_attempt_at: string | null;
  readonly recipients: readonly { readonly recipient: string; readonly status: string }[];
  readonly legs: readonly Leg[];
}

export const VERDICTS = ['pass', 'warn', 'fail', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One look at what a receiver sees. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly why: string;
  /** What would mend it. */
  readonly fix?: string;
  /** What it is about in particular, a sentence each. */
  readonly details?: readonly string[];
  /** Records of DNS that were found. */
  readonly records?: readonly { readonly host: string; readonly type: string; readonly value: string }[];
}

/** What receivers see of the mail of one recipient. */
export interface MessageChecks {
  readonly message_id: string;
  readonly recipient: string;
  readonly checked_at: string;
  readonly size_bytes: number;
  readonly checks: readonly Check[];
}

/** Numbers of recipients. */
export interface OverviewCounts {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly opened: number;
  readonly clicked: number;
}

/** The account at a glance. */
export interface Overview {
  readonly days: number;
  /** How long each element of `series` is. */
  readonly step: 'hour' | 'day';
  readonly totals: OverviewCounts;
  /** Oldest first, without gaps; `at` is the beginning of the hour or the UTC day. */
  readonly series: readonly ({ readonly at: string } & OverviewCounts)[];
  /** From acceptance to the receiver's yes, over the newest messages; null when none of them was delivered. */
  readonly delivery_time: { readonly p50_ms: number; readonly p95_ms: number; readonly messages: number } | null;
  readonly domains_needing_care: readonly {
    readonly id: number;
    readonly name: string;
    readonly status: string;
    readonly why: string;
  }[];
  readonly quota: {
    readonly plan: string;
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly resets_at: string;
    /** The UTC day on which it is used up at the rate of this month; null when it lasts until it resets. */
    readonly runs_out_on: string | null;
  };
  /** The newest messages as the listing shows them. */
  readonly latest: readonly unknown[];
}

/** What the stream tells; `data` of each server-sent event, named by `event`. */
export type LiveFrame =
  /** A new or changed element of GET /transactional/emails. */
  | { readonly event: 'message'; readonly data: unknown }
  | {
      readonly event: 'event';
      readonly data: {
        readonly id: string;
        readonly message_id: string;
        readonly recipient: string | null;
        readonly event: string;
        readonly occurred_at: string;
        readonly status: string | null;
        readonly reason: string | null;
      };
    }
  /** New legs of the message that is watched; each replaces one of the same id. */
  | {
      readonly event: 'route';
      readonly data: Pick<
        MessageRoute,
        'message_id' | 'recipient' | 'status' | 'is_final' | 'next_attempt_at' | 'legs'
      >;
    }
  /** How far a job is; it replaces what was told of the same id. */
  | { readonly event: 'progress'; readonly data: Progress }
  | {
      readonly event: 'webhook';
      readonly data: {
        readonly id: string;
        readonly event_id: string;
        readonly message_id: string | null;
        readonly event: string;
        readonly state: string;
        readonly answer: number | null;
        readonly attempt_count: number;
        readonly next_attempt_at: string | null;
      };
    };
