import type { Hook, VendorEventName } from '../vendors/delivery-door.ts';

/** Kinds of events, as a destination names them, with what of ours each is; nothing is ever tracked or rendered for these clients. */
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

/** What is kept of a destination beside its address, sealed. */
export interface DestinationSettings {
  readonly name: string;
  readonly isOn: boolean;
  readonly types: readonly string[];
  /** What the address was given with; null: nothing. */
  readonly login: { readonly name: string; readonly password: string } | null;
}

/** What is kept of a destination. */
export function settingsOf({ settings }: Pick<Hook, 'settings'>): DestinationSettings {
  // Of the shape in which event-destinations.ts alone writes it.
  return settings as unknown as DestinationSettings;
}
