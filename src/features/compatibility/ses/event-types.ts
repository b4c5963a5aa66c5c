import type { Hook, VendorEventName } from '../vendors/for-delivery.ts';

/**
 * Event types of a destination and our corresponding events. Clients can select a type without events, but never
 * receive an event for it.
 */
export const EVENT_TYPES: Readonly<Record<string, readonly VendorEventName[]>> = {
  SEND: ['accepted'],
  DELIVERY: ['delivered'],
  DELIVERY_DELAY: ['delayed'],
  BOUNCE: ['bounced', 'failed', 'suppressed'],
  COMPLAINT: ['complained'],
  REJECT: [],
  OPEN: [],
  CLICK: [],
  RENDERING_FAILURE: [],
  SUBSCRIPTION: [],
};

/** Encrypted settings of a destination, in addition to its URL. */
export interface DestinationSettings {
  readonly name: string;
  readonly isOn: boolean;
  readonly types: readonly string[];
  /** Credentials from the URL in the request. Null if the URL contained no credentials. */
  readonly login: { readonly name: string; readonly password: string } | null;
}

export function settingsOf({ settings }: Pick<Hook, 'settings'>): DestinationSettings {
  // Safe cast: only event-destinations.ts writes the settings.
  return settings as unknown as DestinationSettings;
}
