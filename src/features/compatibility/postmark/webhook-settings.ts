import type { Hook } from '../vendors/delivery-door.ts';

/** What is kept of a webhook beside its address and events, sealed. */
export interface PostmarkSettings {
  readonly auth: { readonly Username: string; readonly Password: string } | null;
  readonly headers: readonly { readonly Name: string; readonly Value: string }[];
  readonly isFirstOpenOnly: boolean;
}

/** What is kept of a webhook of this API. */
export function settingsOf({ settings }: Pick<Hook, 'settings'>): PostmarkSettings {
  // Of the shape in which webhooks.ts alone writes it.
  return settings as unknown as PostmarkSettings;
}
