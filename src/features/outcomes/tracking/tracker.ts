import type { Vault } from '../../../base/crypto.ts';
import type { LinkPurpose } from '../../../mail/link-purpose.ts';
import { planTracking, rewriteHtml, type TrackingPlan } from '../../../mail/track.ts';
import { createTokenReaders, createTokens, type TrackedRecipient } from './tokens.ts';

/** Purpose used to derive the key for all tracking links. */
export const LINK_KEY = 'tracking links';

/** Path of numbered links in bulk email. */
export const LINKS_PATH = '/t/l';
const NUMBERED = new RegExp(`${LINKS_PATH}/(\\d+)/$`);

/** Returns the URL of a numbered link without the recipient's token. Link 0 is the tracking pixel. */
export function linkPrefix(baseUrl: string, link: number): string {
  return `${baseUrl}${LINKS_PATH}/${link}/`;
}

/** Returns the link number in a prefix from `linkPrefix`, or undefined for any other URL. */
export function linkNumberOf(prefix: string): number | undefined {
  const [, number] = NUMBERED.exec(prefix) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Creates a function that returns a recipient's link token for a purpose. The token is the same on every call. */
export function createLinkTokens(vault: Vault): (recipient: TrackedRecipient, purpose: LinkPurpose) => string {
  const tokens = createTokens(vault.derive(LINK_KEY));
  return (recipient, purpose) => tokens.link(purpose, recipient);
}

/**
 * Creates a function that parses link tokens with a certain purpose. It returns undefined for tokens that are invalid
 * or have another purpose.
 */
export function createLinkReader(vault: Vault, purpose: LinkPurpose): (token: string) => TrackedRecipient | undefined {
  const { readLink } = createTokenReaders(vault.deriveAll(LINK_KEY));
  return (token) => readLink(purpose, token);
}

/** A message whose HTML is to be tracked. */
export interface TrackedMessage {
  readonly accountId: number;
  readonly messageId: string;
  readonly html: string;
  readonly track: { readonly opens: boolean; readonly clicks: boolean };
  /** URLs to leave unchanged, such as those in `List-Unsubscribe`. */
  readonly exempt: readonly string[];
  /** Base URL of the links, without a trailing slash. Defaults to the tracker's base URL. */
  readonly baseUrl?: string | undefined;
}

/** Inserts tracking links and pixels into messages. */
export interface Tracker {
  /**
   * Returns a function that creates the HTML for each recipient, with the same result on every call. Returns undefined
   * if nothing is tracked, so that all recipients can get the same HTML.
   */
  personalise(message: TrackedMessage): ((recipientNo: number) => string) | undefined;
}

/** Creates a tracker with the default link base `baseUrl()`, which has no trailing slash. */
export function createTracker(parts: { readonly vault: Vault; readonly baseUrl: () => string }): Tracker {
  const tokens = createTokens(parts.vault.derive(LINK_KEY));
  return {
    personalise({ accountId, messageId, html, track, exempt, baseUrl }) {
      const main = `${parts.baseUrl()}/t/`;
      const base = baseUrl === undefined ? main : `${baseUrl}/t/`;
      const plan = withoutExempt(planTracking(html), exempt, [main, base]);
      const hasLinks = track.clicks && plan.links.length > 0;
      if (!hasLinks && !track.opens) return undefined;
      return (recipientNo) => {
        const recipient = { kind: 'transactional', accountId, source: messageId, recipient: recipientNo } as const;
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

function withoutExempt(plan: TrackingPlan, exempt: readonly string[], bases: readonly string[]): TrackingPlan {
  const isOwn = (url: string): boolean => bases.some((base) => url.startsWith(base));
  const links = plan.links.filter(({ url }) => !exempt.includes(url) && !isOwn(url));
  return { ...plan, links };
}
