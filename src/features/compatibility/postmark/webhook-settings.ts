import type { Hook } from '../vendors/for-delivery.ts';

/** Encrypted settings of a webhook, in addition to its URL and events. */
export interface PostmarkSettings {
  readonly auth: { readonly Username: string; readonly Password: string } | null;
  readonly headers: readonly { readonly Name: string; readonly Value: string }[];
  readonly isFirstOpenOnly: boolean;
}

/** Returns the settings of a webhook that was created through this API. */
export function settingsOf({ settings }: Pick<Hook, 'settings'>): PostmarkSettings {
  // Safe cast: only webhooks.ts writes the settings.
  return settings as unknown as PostmarkSettings;
}
