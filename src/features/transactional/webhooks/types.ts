import type { EventDetails } from './compatible-data.ts';
import type { WebhookEventName } from './events.ts';

/**
 * Format of payload and headers: either the format of the specification, or the format that a third party's clients
 * use.
 */
export const WEBHOOK_FORMATS = ['native', 'compatible'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Values of the column webhook_delivery.state. */
export const DELIVERY_STATES = ['waiting', 'received', 'given_up', 'held'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event in the form in which it is recorded. It belongs to a message or, if it has no message, to the account. */
export interface NewWebhookEvent extends EventDetails {
  /** UUIDv7. Receivers see `whd_` and the UUID's hex digits. */
  readonly id: string;
  readonly messageId: string | null;
  readonly recipientNo: number | null;
  readonly recipient: string | null;
  readonly event: WebhookEventName;
}

/** An event in the form from which a payload is created. */
export interface WebhookEvent extends Omit<NewWebhookEvent, 'event'> {
  /** The name may be that of an event of a later version. */
  readonly event: string;
  readonly tag: string | null;
}

/** Message data for a payload, provided by the feature that stores messages. */
export interface WebhookMessage {
  /** `tm_` and 32 hex digits. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly tag: string | null;
  /** All named tags of a message from a client that supports named tags. If absent, the message has only `tag`. */
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** The email's Message-ID with angle brackets. */
  readonly messageIdHeader: string;
}

/** Returns the messages of events by event ID. Each message has the status directly after the event. */
export type MessageFacts = (
  accountId: number,
  events: readonly { readonly id: string; readonly messageId: string }[],
) => Promise<ReadonlyMap<string, { readonly message: WebhookMessage; readonly status: string }>>;

/** A request that is ready to be sent. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A webhook's current signing secrets, and the number of signatures. */
export interface SigningSecrets {
  /** The current secret, followed by the previous secret until the current one is activated or the overlap ends. */
  readonly secrets: readonly string[];
  /** Whether the list in the compatible format also has only a single signature. */
  readonly hasSingleSignature: boolean;
  /** Whether both secrets sign in the native format during a rotation. */
  readonly hasBothSignatures: boolean;
}
