import type { EventRow } from '../queries.ts';
import type { Vendor, VendorEventName } from '../types.ts';

/** Vendor-specific settings of a webhook, in addition to its URL. Stored encrypted. */
export type HookSettings = Readonly<Record<string, unknown>>;

/** A webhook to which events are posted. */
export interface Hook {
  readonly id: number;
  readonly vendor: Vendor;
  /** Domain whose events the webhook receives. If undefined, the webhook receives the events of all domains. */
  readonly domain: string | undefined;
  /** The vendor's term for the purpose of the webhook. */
  readonly kind: string;
  readonly url: string;
  readonly events: readonly VendorEventName[];
  readonly settings: HookSettings;
}

/** A webhook to create. */
export type NewHook = Omit<Hook, 'id'>;

/** An HTTP request that posts an event. Each attempt creates a new request. */
export interface HookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Creates a vendor's webhook requests. */
export interface HookWriter {
  /** Returns the request that posts an event at `nowMs`, or undefined if the event must not be posted. */
  write(accountId: number, event: EventRow, hook: Hook, nowMs: number): Promise<HookRequest | undefined>;
  /** Response statuses that reject an event permanently. */
  readonly refusals: readonly number[];
}

/** Webhook writers for the vendors that post events. */
export type HookWriters = Readonly<Partial<Record<Vendor, HookWriter>>>;
