import type { Vault } from '../../base/crypto.ts';
import { planTracking, rewriteHtml, type TrackingPlan } from '../../mail/track.ts';
import { createTokens } from './tokens.ts';

/** Purpose under which the key of all tracking links is derived. */
export const LINK_KEY = 'tracking links';

/** A message whose HTML is to be tracked. */
export interface TrackedMessage {
  readonly accountId: number;
  readonly messageId: string;
  readonly html: string;
  readonly track: { readonly opens: boolean; readonly clicks: boolean };
  /** Addresses that stay as they are, for example those of `List-Unsubscribe`. */
  readonly exempt: readonly string[];
}

/** Puts tracking links and pictures into mails. */
export interface Tracker {
  /**
   * The HTML that each recipient of the message gets, the same whenever it is asked for; undefined when nothing in it is
   * tracked, so that all recipients may get the same.
   */
  personalise(message: TrackedMessage): ((recipientNo: number) => string) | undefined;
}

/** A tracker whose links begin with `baseUrl()`, which has no slash at its end. */
export function createTracker(parts: { readonly vault: Vault; readonly baseUrl: () => string }): Tracker {
  const tokens = createTokens(parts.vault.derive(LINK_KEY));
  return {
    personalise({ accountId, messageId, html, track, exempt }) {
      const base = `${parts.baseUrl()}/t/`;
      const plan = withoutExempt(planTracking(html), exempt, base);
      const hasLinks = track.clicks && plan.links.length > 0;
      if (!hasLinks && !track.opens) return undefined;
      return (recipientNo) => {
        const recipient = { accountId, messageId, recipientNo };
        return rewriteHtml(html, plan, {
          ...(hasLinks && {
            link: (url) => `${base}c/${tokens.click(recipient, url)}?u=${encodeURIComponent(url)}`,
          }),
          ...(track.opens && { pixel: `${base}o/${tokens.open(recipient)}` }),
        });
      };
    },
  };
}

function withoutExempt(plan: TrackingPlan, exempt: readonly string[], base: string): TrackingPlan {
  const links = plan.links.filter(({ url }) => !exempt.includes(url) && !url.startsWith(base));
  return { ...plan, links };
}
