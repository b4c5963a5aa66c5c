import type { EventDetails } from './compatible-data.ts';
import type { WebhookEventName } from './events.ts';

/** How payload and headers are written: the specification's own way, or that of a third party's clients. */
export const WEBHOOK_FORMATS = ['native', 'compatible'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Column webhook_delivery.state. */
export const DELIVERY_STATES = ['waiting', 'received', 'given_up', 'held'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Something that happened to a mail or, without a message, to the account, as it is written to be told. */
export interface NewWebhookEvent extends EventDetails {
  /** UUIDv7; `whd_` and its hex digits are the id that receivers see. */
  readonly id: string;
  readonly messageId: string | null;
  readonly recipientNo: number | null;
  readonly recipient: string | null;
  readonly event: WebhookEventName;
}

/** An event as a payload is written from it. */
export interface WebhookEvent extends Omit<NewWebhookEvent, 'event'> {
  /** Of a later version perhaps. */
  readonly event: string;
  readonly tag: string | null;
}

/** What a payload says of the message; given by whoever keeps messages. */
export interface WebhookMessage {
  /** `tm_` and 32 hex digits. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly tag: string | null;
  /** All tags of a client that knows lists of named tags; absent: `tag` alone. */
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** The Message-ID of the mail, with its angle brackets. */
  readonly messageIdHeader: string;
}

/** Messages that events are about, with the status of each as it stood right after the event, by event id. */
export type MessageFacts = (
  accountId: number,
  events: readonly { readonly id: string; readonly messageId: string }[],
) => Promise<ReadonlyMap<string, { readonly message: WebhookMessage; readonly status: string }>>;

/** A request to a receiver, ready to be sent. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Secrets of a webhook that sign now, and with how many signatures. */
export interface SigningSecrets {
  /** The current one, then the one before, until the current one is activated or the overlap of the rotation ends. */
  readonly secrets: readonly string[];
  /** One signature in the list of the compatible format too. */
  readonly hasSingleSignature: boolean;
  /** Both secrets sign natively while there are two. */
  readonly hasBothSignatures: boolean;
}
