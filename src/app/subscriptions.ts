import { leaveAutomations } from '../features/campaigns/automation-runs/index.ts';
import {
  isSubscriptionPath,
  subscriptionOf,
  subscriptionRoutes,
  unsubscribe,
  type UnsubscribedListener,
  type UnsubscribeParts,
} from '../features/campaigns/subscriptions/index.ts';
import { isConfirmPath } from '../features/campaigns/confirmations/index.ts';
import { noteUnsubscribedBy } from '../features/campaigns/campaign-outcomes/index.ts';
import { unsubscribeAddress } from '../features/audience/contact-notes/index.ts';
import type { Leave, Subscriber } from '../features/outcomes/inbound/index.ts';
import { createLinkReader } from '../features/outcomes/tracking/index.ts';
import { findOwned } from '../features/sending/mailings/index.ts';
import type { Tx } from '../base/db.ts';
import type { Dialect } from '../http/dialect.ts';
import { createPageDialect } from '../http/pages/dialect.ts';
import type { Route } from '../http/route.ts';
import { subscriptionLocalPartsIn, tokenOfLocalPart } from '../mail/subscription-address.ts';
import type { Installation } from './installation.ts';
import { returnPathsOf } from './return-paths.ts';

/**
 * Listeners that stop pending work for an unsubscribed contact. Every feature that sends to contacts over time must be
 * listed here.
 */
const UNSUBSCRIBED_LISTENERS: readonly UnsubscribedListener[] = [leaveAutomations];

/** Dialect for errors on pages that emails link to. */
export const PAGE_DIALECT: Dialect = createPageDialect((path) => isSubscriptionPath(path) || isConfirmPath(path));

/** Returns the listeners that every kind of unsubscribe request notifies. */
function eventPartsOf({ log }: Installation): UnsubscribeParts {
  return { log, noteUnsubscribedBy, onUnsubscribed: UNSUBSCRIBED_LISTENERS };
}

/** Returns the routes for the unsubscribe and preferences pages. */
export function subscriptionRoutesOf(installation: Installation): Route[] {
  const { clock, config, db, vault } = installation;
  return subscriptionRoutes({ db, clock, vault, sandboxDomain: config.sandboxDomain, ...eventPartsOf(installation) });
}

/**
 * Returns a function that resolves with the host of unsubscribe addresses for a sender domain, or with undefined if no
 * host is available.
 */
export function unsubscribeMailtoOf(
  installation: Installation,
): (accountId: number, senderDomain: string) => Promise<string | undefined> {
  const paths = returnPathsOf(installation);
  return async (accountId, senderDomain) => paths.host(accountId, senderDomain);
}

/** Handles unsubscribe requests by email. */
export interface MailedUnsubscriptions {
  /** Returns the subscriber identified by the local part of an unsubscribe address. */
  readonly readSubscriber: (localPart: string) => Subscriber | undefined;
  /** Returns the subscriber identified by the first unsubscribe address in the given text. */
  readonly findSubscriber: (text: string) => Subscriber | undefined;
  readonly leave: Leave;
  /**
   * Unsubscribes the recipient of a message. For bulk email, this is the contact to which the message was sent,
   * otherwise the contact with the recipient's address.
   */
  readonly leaveByMail: (
    tx: Tx,
    accountId: number,
    mail: { readonly messageId: string; readonly recipientNo: number; readonly address: string; readonly at: Date },
  ) => Promise<void>;
}

/** Creates the handler of unsubscribe requests by email. */
export function mailedUnsubscriptionsOf(
  installation: Installation,
  eventParts: UnsubscribeParts = eventPartsOf(installation),
): MailedUnsubscriptions {
  const readLinks = createLinkReader(installation.vault, 'unsubscribe');
  const readSubscriber = (localPart: string): Subscriber | undefined => {
    const token = tokenOfLocalPart(localPart);
    const named = token === undefined ? undefined : subscriptionOf(readLinks(token));
    return named && { accountId: named.accountId, source: named.campaignId, recipient: named.contactId };
  };
  return {
    readSubscriber,
    findSubscriber(text) {
      for (const localPart of subscriptionLocalPartsIn(text)) {
        const subscriber = readSubscriber(localPart);
        if (subscriber) return subscriber;
      }
      return undefined;
    },
    async leave(tx, { accountId, recipient, source }, at) {
      await unsubscribe(tx, eventParts, { accountId, campaignId: source, contactId: recipient }, at);
    },
    async leaveByMail(tx, accountId, { address, at, messageId, recipientNo }) {
      const [owned] = await findOwned(tx, accountId, [{ messageId, recipientNo }]);
      if (owned?.source && owned.ref) {
        await unsubscribe(tx, eventParts, { accountId, campaignId: owned.source, contactId: owned.ref }, at);
      }
      // If the message was not sent to a contact, unsubscribe the contact that has the address now. This contact may be
      // newer than the message.
      else await unsubscribeAddress(tx, accountId, address, at);
    },
  };
}
