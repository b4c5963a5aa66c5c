import type { Alert, Webhook } from './generated.ts';

/** A webhook event in the native format. See docs/webhooks.md, "Payload: native". */
export interface NativeWebhookEvent {
  /** ID of the form `whd_...`. The ID is the same for all attempts and replays. */
  readonly id: string;
  /** New event types may be added. Ignore types that you do not know. */
  readonly event: Webhook['events'][number] | (string & {});
  readonly occurred_at: string;
  /** True for test events, which are about a message that does not exist. */
  readonly test?: boolean;
  readonly data: {
    /** Null for events that do not concern a message. */
    readonly message: {
      readonly id: string;
      /** Status of the message right after the event. */
      readonly status: string | null;
      readonly to: readonly string[];
      readonly subject: string;
      readonly tag: string | null;
    } | null;
    readonly recipient: string | null;
    /** Enhanced status code (RFC 3463). Null if there was no error. */
    readonly status: string | null;
    /** Response from the receiving server, or the description of an alert. Otherwise null. */
    readonly reason: string | null;
    readonly open?: WebhookVisit;
    readonly click?: WebhookVisit;
    readonly alert?: WebhookAlert;
    readonly automation?: WebhookStep;
  };
}

/** An open or a click. */
export interface WebhookVisit {
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** Clicked link. Undefined for opens. */
  readonly link?: string;
}

/** The start or end of an alert, with the numbers that caused the change. */
export interface WebhookAlert extends Pick<
  Alert,
  'id' | 'tag' | 'kind' | 'threshold_percent' | 'window_minutes' | 'minimum_volume'
> {
  readonly state: 'firing' | 'ended';
  readonly volume: number | null;
  readonly value_percent: number | null;
  /** Time at which the alert started to fire. Also set if the alert has ended. */
  readonly firing_since: string;
  readonly last_outcome_at: string | null;
}

/** A contact that reached a webhook step of an automation. */
export interface WebhookStep {
  readonly automation: { readonly id: number; readonly title: string };
  readonly step: { readonly id: number; readonly name: string };
  readonly contact: {
    readonly id: number;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
  };
  /**
   * Properties of the event that added the contact to the automation, or of the event that ended the contact's last
   * wait.
   */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A webhook event in the compatible format. See docs/webhooks.md, "Payload: compatible". */
export interface CompatibleWebhookEvent {
  /** Event type, for example `email.delivered`. */
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

/** An event in either format. `'event' in payload` is true for the native format. */
export type WebhookEvent = NativeWebhookEvent | CompatibleWebhookEvent;
