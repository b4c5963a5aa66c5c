/*
 * Data of the message pages, and the endpoints that return it:
 *
 *   GET  /dashboard/messages/:id/route?recipient=      MessageRoute
 *   GET  /dashboard/messages/:id/source?recipient=     text/plain, or message/rfc822 as a download with download=1
 *   GET  /dashboard/messages/:id/preview?mode=&images= text/html for a same-origin frame (see src/mail/preview.ts)
 *   GET  /dashboard/messages/:id/checks?recipient=     MessageChecks
 *   POST /dashboard/messages/:id/send-again            202 { id, status } of the new message
 *   POST, GET /dashboard/messages/:id/shares, DELETE .../shares/:share_id   public links (share.ts)
 *   GET  /dashboard/messages/export                    text/csv of a list (export.ts)
 *   GET  /dashboard/overview?days=                     Overview
 *   GET  /dashboard/live?message=                      server-sent events: message, event, route, webhook, progress (LiveFrame)
 *
 * Messages, filters and pages are the same as in GET /transactional/emails, and a `message` in the stream is an element
 * of that response's `data`. Webhook deliveries of a message: GET /transactional/webhook/deliveries?message_id=. To
 * suppress the recipient: POST /transactional/suppressions.
 */

import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Progress } from '../../tenants/progress/index.ts';
import type { checksSchema, overviewSchema, routeSchema } from './view-schemas.ts';

/** The steps of a message's delivery to one recipient, in chronological order. */
export type MessageRoute = AnswerOf<typeof routeSchema>;
export type Leg = MessageRoute['legs'][number];
export type AcceptedLeg = Extract<Leg, { kind: 'accepted' }>;
type AttemptLeg = Extract<Leg, { kind: 'attempt' }>;
/** One line of an SMTP conversation. */
export type ConversationLine = AttemptLeg['conversation'][number];
/** The enhanced status code of a reply (RFC 3463), with its meaning in plain language. */
export type Meaning = Pick<AttemptLeg, 'status' | 'reason' | 'meaning'>;

/** Results of the checks that a receiving server would run on a message. */
export type MessageChecks = AnswerOf<typeof checksSchema>;
export type Check = MessageChecks['checks'][number];
export type Verdict = Check['verdict'];

/** Response of GET /dashboard/overview. */
export type Overview = AnswerOf<ReturnType<typeof overviewSchema>>;
/** Counts of recipients by result. */
export type OverviewCounts = Overview['totals'];

/** Frames of the live stream. `event` is the name and `data` is the data of each server-sent event. */
export type LiveFrame =
  /** A new or changed message, in the format of GET /transactional/emails. */
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
  /** New or changed steps of the watched message's delivery. Each step replaces an earlier step with the same ID. */
  | {
      readonly event: 'route';
      readonly data: Pick<
        MessageRoute,
        'message_id' | 'recipient' | 'status' | 'is_final' | 'next_attempt_at' | 'legs'
      >;
    }
  /** Progress of a job. Each frame replaces an earlier frame with the same ID. */
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
