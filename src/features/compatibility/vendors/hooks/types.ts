import type { EventRow } from '../queries.ts';
import type { Vendor, VendorEventName } from '../types.ts';

/** What a client set of an address beyond where it is: of the vendor's own shape, kept sealed. */
export type HookSettings = Readonly<Record<string, unknown>>;

/** An address that events are posted to. */
export interface Hook {
  readonly id: number;
  readonly vendor: Vendor;
  /** Events of requests that named this domain only; undefined: of all. */
  readonly domain: string | undefined;
  /** The vendor's own word for what it is for. */
  readonly kind: string;
  readonly url: string;
  readonly events: readonly VendorEventName[];
  readonly settings: HookSettings;
}

/** What is wanted of a new one. */
export type NewHook = Omit<Hook, 'id'>;

/** What is posted: made anew for each attempt. */
export interface HookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a vendor posts. */
export interface HookWriter {
  /** What an attempt at `nowMs` posts of an event; undefined: of this one nothing. */
  write(accountId: number, event: EventRow, hook: Hook, nowMs: number): Promise<HookRequest | undefined>;
  /** Statuses by which a receiver says that it never wants this event. */
  readonly refusals: readonly number[];
}

/** How each vendor posts that does. */
export type HookWriters = Readonly<Partial<Record<Vendor, HookWriter>>>;
