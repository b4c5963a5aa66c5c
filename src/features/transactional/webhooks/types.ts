import type { EventDetails } from './compatible-data.ts';
import type { WebhookEventName } from './events.ts';

/**
 * Format of the payload and the headers: `native` is Postrider's own format, and `compatible` is the format of Resend
 * and Svix.
 */
export const WEBHOOK_FORMATS = ['native', 'compatible'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Values of the column webhook_delivery.state. */
export const DELIVERY_STATES = ['waiting', 'received', 'given_up', 'held'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event to record. It belongs to a message, or only to the account. */
export interface NewWebhookEvent extends EventDetails {
  /** ID of the event, a UUIDv7. In payloads, it has the format `whd_` followed by its hex digits. */
  readonly id: string;
  readonly messageId: string | null;
  readonly recipientNo: number | null;
  readonly recipient: string | null;
  readonly event: WebhookEventName;
}

/** An event to create a payload from. */
export interface WebhookEvent extends Omit<NewWebhookEvent, 'event'> {
  /** Name of the event. May be a name that only a later version knows. */
  readonly event: string;
  readonly tag: string | null;
}

/** Message data for a payload, provided by the feature that stores messages. */
export interface WebhookMessage {
  /** Public ID of the message: `tm_` and 32 hex digits. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly tag: string | null;
  /** All named tags, for clients that support several. If absent, the message has only `tag`. */
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** The email's Message-ID with angle brackets. */
  readonly messageIdHeader: string;
}

/** Returns the messages of events by event ID, each with its status directly after the event. */
export type MessageFacts = (
  accountId: number,
  events: readonly { readonly id: string; readonly messageId: string }[],
) => Promise<ReadonlyMap<string, { readonly message: WebhookMessage; readonly status: string }>>;

/** A complete request that can be sent. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A webhook's signing secrets, and the settings that determine how many of them sign a request. */
export interface SigningSecrets {
  /** The current secret, followed by the previous secret until the current one is activated or the overlap ends. */
  readonly secrets: readonly string[];
  /** Whether the signature headers of the compatible format contain only one signature. */
  readonly hasSingleSignature: boolean;
  /** Whether the native header contains a signature for each of the two secrets during the overlap of a rotation. */
  readonly hasBothSignatures: boolean;
}
