import type { EventDetails } from './compatible-data.ts';
import type { WebhookEventName } from './events.ts';

/** Format of payload and headers: the specification's own, or the one of a third party's clients. */
export const WEBHOOK_FORMATS = ['native', 'compatible'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Values of the column webhook_delivery.state. */
export const DELIVERY_STATES = ['waiting', 'received', 'given_up', 'held'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event of a message, or of the account if it has no message, in the form in which it is recorded. */
export interface NewWebhookEvent extends EventDetails {
  /** UUIDv7; receivers see `whd_` and its hex digits. */
  readonly id: string;
  readonly messageId: string | null;
  readonly recipientNo: number | null;
  readonly recipient: string | null;
  readonly event: WebhookEventName;
}

/** An event in the form from which its payload is created. */
export interface WebhookEvent extends Omit<NewWebhookEvent, 'event'> {
  /** May be an event of a later version. */
  readonly event: string;
  readonly tag: string | null;
}

/** Message data for a payload, from the feature that stores messages. */
export interface WebhookMessage {
  /** `tm_` and 32 hex digits. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly tag: string | null;
  /** All named tags of a message from a client that supports them; if absent, only `tag`. */
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

/** A request that is ready to be sent. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A webhook's current signing secrets, and the number of signatures. */
export interface SigningSecrets {
  /** The current secret and then the previous one, until the current one is activated or the overlap ends. */
  readonly secrets: readonly string[];
  /** Whether the list of the compatible format also has a single signature. */
  readonly hasSingleSignature: boolean;
  /** Whether both secrets sign in the native format during a rotation. */
  readonly hasBothSignatures: boolean;
}
