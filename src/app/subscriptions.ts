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

/** Who stops what it has in hand for a contact: the features that write to contacts by and by stand here. */
const UNSUBSCRIBED_LISTENERS: readonly UnsubscribedListener[] = [leaveAutomations];

/** How pages that links of mails lead to write errors. */
export const PAGE_DIALECT: Dialect = createPageDialect((path) => isSubscriptionPath(path) || isConfirmPath(path));

/** Who is told of unsubscriptions, by whichever way they come. */
function tellingOf({ log }: Installation): UnsubscribeParts {
  return { log, noteUnsubscribedBy, onUnsubscribed: UNSUBSCRIBED_LISTENERS };
}

/** The pages that links of campaigns lead to. */
export function subscriptionRoutesOf(installation: Installation): Route[] {
  const { clock, db, vault } = installation;
  return subscriptionRoutes({ db, clock, vault, ...tellingOf(installation) });
}

/** Gives the host of addresses that recipients of a sender's domain unsubscribe at; undefined where mail does not come back. */
export function unsubscribeMailtoOf(
  installation: Installation,
): (accountId: number, senderDomain: string) => Promise<string | undefined> {
  const paths = returnPathsOf(installation);
  return async (accountId, senderDomain) => paths.host(accountId, senderDomain);
}

/** What takes unsubscriptions that come by mail. */
export interface MailedUnsubscriptions {
  /** Whom the local part of such an address names. */
  readonly readSubscriber: (localPart: string) => Subscriber | undefined;
  /** Whom the first such address in a text names. */
  readonly findSubscriber: (text: string) => Subscriber | undefined;
  readonly leave: Leave;
  /** By a recipient of a mail: of one to many its contact, of another the contact with the address. */
  readonly leaveByMail: (
    tx: Tx,
    accountId: number,
    mail: { readonly messageId: string; readonly recipientNo: number; readonly address: string; readonly at: Date },
  ) => Promise<void>;
}

/** Unsubscriptions by mail, which act as those on the page do. */
export function mailedUnsubscriptionsOf(
  installation: Installation,
  telling: UnsubscribeParts = tellingOf(installation),
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
      await unsubscribe(tx, telling, { accountId, campaignId: source, contactId: recipient }, at);
    },
    async leaveByMail(tx, accountId, { address, at, messageId, recipientNo }) {
      const [owned] = await findOwned(tx, accountId, [{ messageId, recipientNo }]);
      if (owned?.source && owned.ref) {
        await unsubscribe(tx, telling, { accountId, campaignId: owned.source, contactId: owned.ref }, at);
      }
      // The contact may have come after the mail, or be another's by now.
      else await unsubscribeAddress(tx, accountId, address, at);
    },
  };
}
