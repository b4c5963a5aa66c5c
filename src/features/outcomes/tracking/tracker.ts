import type { Vault } from '../../../base/crypto.ts';
import type { LinkPurpose } from '../../../mail/link-purpose.ts';
import { planTracking, rewriteHtml, type TrackingPlan } from '../../../mail/track.ts';
import { createTokenReaders, createTokens, type TrackedRecipient } from './tokens.ts';

/** Purpose under which the key of all tracking links is derived. */
export const LINK_KEY = 'tracking links';

/** Where the numbered links of mails to many are. */
export const LINKS_PATH = '/t/l';
const NUMBERED = new RegExp(`${LINKS_PATH}/(\\d+)/$`);

/** What stands before a recipient's token in the address of a link of that number; 0 is the picture. */
export function linkPrefix(baseUrl: string, link: number): string {
  return `${baseUrl}${LINKS_PATH}/${link}/`;
}

/** The number of the link that such a prefix is of; undefined for another address. */
export function linkNumberOf(prefix: string): number | undefined {
  const [, number] = NUMBERED.exec(prefix) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Makes the token of a recipient's links of a purpose: the same every time. */
export function createLinkTokens(vault: Vault): (recipient: TrackedRecipient, purpose: LinkPurpose) => string {
  const tokens = createTokens(vault.derive(LINK_KEY));
  return (recipient, purpose) => tokens.link(purpose, recipient);
}

/** Reads the tokens of links of a purpose: whose mail it is; undefined for tokens that we did not make, or made for another. */
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
  /** Addresses that stay as they are, for example those of `List-Unsubscribe`. */
  readonly exempt: readonly string[];
  /** What its links begin with, without a slash at the end; absent: the tracker's own. */
  readonly baseUrl?: string | undefined;
}

/** Puts tracking links and pictures into mails. */
export interface Tracker {
  /**
   * The HTML that each recipient of the message gets, the same whenever it is asked for; undefined when nothing in it is
   * tracked, so that all recipients may get the same.
   */
  personalise(message: TrackedMessage): ((recipientNo: number) => string) | undefined;
}

/** A tracker whose links begin with `baseUrl()`, which has no slash at its end, where a message says nothing else. */
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
