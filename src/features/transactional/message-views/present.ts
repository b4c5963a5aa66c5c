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

import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Progress } from '../../tenants/progress/index.ts';
import type { checksSchema, overviewSchema, routeSchema } from './view-schemas.ts';

/** The way of a message to one recipient, in the order in which things happened. */
export type MessageRoute = AnswerOf<typeof routeSchema>;
export type Leg = MessageRoute['legs'][number];
export type AcceptedLeg = Extract<Leg, { kind: 'accepted' }>;
type AttemptLeg = Extract<Leg, { kind: 'attempt' }>;
/** One line of an SMTP conversation. */
export type ConversationLine = AttemptLeg['conversation'][number];
/** The enhanced status code of an answer (RFC 3463) with what it means in plain words. */
export type Meaning = Pick<AttemptLeg, 'status' | 'reason' | 'meaning'>;

/** What receivers see of the mail of one recipient. */
export type MessageChecks = AnswerOf<typeof checksSchema>;
/** One look at what a receiver sees. */
export type Check = MessageChecks['checks'][number];
export type Verdict = Check['verdict'];

/** The account at a glance. */
export type Overview = AnswerOf<ReturnType<typeof overviewSchema>>;
/** Numbers of recipients. */
export type OverviewCounts = Overview['totals'];

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
