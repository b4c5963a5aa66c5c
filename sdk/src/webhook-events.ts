import type { Alert, Webhook } from './generated.ts';

/** A webhook in the native format: docs/webhooks.md, "Payload: native". */
export interface NativeWebhookEvent {
  /** `whd_...`: the same in each attempt and replay. */
  readonly id: string;
  /** Further kinds may follow: pass over those that you do not know. */
  readonly event: Webhook['events'][number] | (string & {});
  readonly occurred_at: string;
  /** Sent by a test, about a mail that never was. */
  readonly test?: boolean;
  readonly data: {
    /** Null for events that are about no mail. */
    readonly message: {
      readonly id: string;
      /** What the message's status was right after the event. */
      readonly status: string | null;
      readonly to: readonly string[];
      readonly subject: string;
      readonly tag: string | null;
    } | null;
    readonly recipient: string | null;
    /** Enhanced status code (RFC 3463); null where nothing went wrong. */
    readonly status: string | null;
    /** The receiving server's words. */
    readonly reason: string | null;
    readonly open?: WebhookVisit;
    readonly click?: WebhookVisit;
    readonly alert?: WebhookAlert;
  };
}

/** An open or a click. */
export interface WebhookVisit {
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** Of a click. */
  readonly link?: string;
}

/** That an alert started to fire or ended, and the numbers that caused it. */
export interface WebhookAlert extends Pick<
  Alert,
  'id' | 'tag' | 'kind' | 'threshold_percent' | 'window_minutes' | 'minimum_volume'
> {
  readonly state: 'firing' | 'ended';
  readonly volume: number | null;
  readonly value_percent: number | null;
  /** When the alert started to fire, also of one that ended. */
  readonly firing_since: string;
  readonly last_outcome_at: string | null;
}

/** A webhook in the compatible format: docs/webhooks.md, "Payload: compatible". */
export interface CompatibleWebhookEvent {
  /** `email.delivered` and the like. */
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly email_id?: string;
    readonly message_id?: string;
    readonly created_at?: string;
    readonly from?: string;
    readonly to?: readonly string[];
    readonly subject?: string;
    readonly tags?: Readonly<Record<string, string>>;
    readonly headers?: readonly { readonly name: string; readonly value: string }[];
  };
}

/** Either; `'event' in payload` tells the native one. */
export type WebhookEvent = NativeWebhookEvent | CompatibleWebhookEvent;
