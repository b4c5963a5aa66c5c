import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import { themeForVisitor, textsFor, type PageTheme } from '../../../http/pages/theme.ts';
import { unknownLinkPage } from '../../../http/pages/unknown-link.ts';
import { type Reply, route, type Route } from '../../../http/route.ts';
import type { LinkTokens } from '../../../mail/link-purpose.ts';
import {
  createUnsubscribeLinks,
  unsubscribeRecipient,
  type UnsubscribeLinks,
  type Unsubscription,
} from '../../compatibility/unsubscribes/index.ts';
import { readTopicsOf } from '../../audience/topics/index.ts';
import { createLinkReader, createLinkTokens, type TrackedRecipient } from '../../outcomes/tracking/index.ts';
import { MAX_BODY_BYTES, MAX_CHANGES_A_MINUTE, MAX_REMEMBERED, UNDO_MS, VISIT_MS } from './limits.ts';
import { confirmPage, donePage, notUndonePage, preferencesPage, testPage, tooOftenPage, undonePage } from './pages.ts';
import { type Preferences, readLists, readSubscriber, savePreferences, type Subscriber } from './preferences.ts';
import { createProofs, type Proofs } from './proofs.ts';
import { type Leaving, leaving, preferences } from './schema.ts';
import { type Subscription, undoUnsubscription, unsubscribeAtOnce, type UnsubscribeParts } from './unsubscribe.ts';

const MINUTE_MS = 60_000;

/** Counts changes per contact and minute, in this process. */
interface ChangeRate {
  /** Counts a change. If the limit is exceeded, returns the number of seconds to wait. */
  take(contact: string): number | undefined;
}

const LEAVE_PATH = '/u/:token';
const PREFERENCES_PATH = '/preferences/:token';

/** Response to a one-click request. Email clients only read the status. */
const DONE: Reply = {
  status: 200,
  body: 'Unsubscribed.\n',
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
};

/** Dependencies of the subscription routes. */
export interface SubscriptionParts extends UnsubscribeParts {
  readonly db: Database;
  readonly sandboxDomain: string;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Pages that the links in campaigns open. */
type Page = 'unsubscribe' | 'preferences';

interface Desk extends SubscriptionParts {
  readonly vendorLinks: UnsubscribeLinks;
  readonly read: Readonly<Record<Page, (token: string) => TrackedRecipient | undefined>>;
  readonly tokenOf: ReturnType<typeof createLinkTokens>;
  readonly proofs: Proofs;
  readonly changeRate: ChangeRate;
}

/** The recipient that the page belongs to. */
interface Visitor extends Subscriber {
  readonly token: string;
  /** Creates tokens for links to the other pages, because each token is valid for only one page. */
  readonly linkToken: LinkTokens;
  readonly subscription: Subscription;
}

/**
 * Returns the routes of the pages that campaign links open. The token in the URL is the only credential and gives
 * access only to its contact. The pages use no cookies or sessions, so another site cannot forge a request without
 * knowing the link. GET and HEAD change nothing.
 */
export function subscriptionRoutes(parts: SubscriptionParts): Route[] {
  const { vault } = parts;
  const desk = {
    ...parts,
    read: {
      unsubscribe: createLinkReader(vault, 'unsubscribe'),
      preferences: createLinkReader(vault, 'preferences'),
    },
    tokenOf: createLinkTokens(vault),
    vendorLinks: createUnsubscribeLinks(vault),
    proofs: createProofs(parts),
    changeRate: createChangeRate(parts.clock),
  };
  return [...leaveRoutes(desk), ...preferenceRoutes(desk)];
}

/** Returns whether a path belongs to the subscription pages. */
export function isSubscriptionPath(path: string): boolean {
  return path.startsWith('/u/') || path.startsWith('/preferences/');
}

/**
 * Returns the subscription that a campaign token refers to, or undefined if the email does not belong to a campaign.
 */
export function subscriptionOf(named: TrackedRecipient | undefined): Subscription | undefined {
  if (!named || named.kind === 'transactional' || named.kind === 'mailing') return undefined;
  return { accountId: named.accountId, campaignId: named.source, contactId: named.recipient };
}

function leaveRoutes(desk: Desk): Route[] {
  return [
    route({
      method: 'GET',
      path: LEAVE_PATH,
      summary: 'Show the unsubscribe page',
      scope: undefined,
      handle: async ({ headers, params }) =>
        readVendorLink(desk, params['token'])?.then(({ look }) => confirmPage(look, undefined, '')) ??
        visited(
          desk,
          'unsubscribe',
          { headers, token: params['token'] },
          async ({ contact, linkToken, look, token }) => {
            const preferencesToken = linkToken('preferences');
            // The page does not reveal whether the contact was deleted or unsubscribed.
            if (!contact || contact.unsubscribedAt) return donePage(look, preferencesToken, undefined);
            return confirmPage(look, preferencesToken, desk.proofs.make('visit', token, new Date(desk.clock.now())));
          },
        ),
    }),
    route({
      method: 'POST',
      path: LEAVE_PATH,
      summary: 'Unsubscribe a recipient with one click (RFC 8058)',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: leaving,
      handle: async ({ body, headers, params }) =>
        readVendorLink(desk, params['token'])?.then(async (link) => leaveAudience(desk, link, body)) ??
        visited(desk, 'unsubscribe', { headers, token: params['token'] }, async (visitor) =>
          leave(desk, visitor, body),
        ),
    }),
  ];
}

function preferenceRoutes(desk: Desk): Route[] {
  return [
    route({
      method: 'GET',
      path: PREFERENCES_PATH,
      summary: 'Show the preferences page',
      scope: undefined,
      handle: async ({ headers, params }) =>
        visited(desk, 'preferences', { headers, token: params['token'] }, async (visitor) =>
          shown(desk, visitor, false),
        ),
    }),
    route({
      method: 'POST',
      path: PREFERENCES_PATH,
      summary: 'Update the preferences of a recipient',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: preferences,
      handle: async ({ body, headers, params }) =>
        visited(desk, 'preferences', { headers, token: params['token'] }, async (visitor) => save(desk, visitor, body)),
    }),
  ];
}

/**
 * An unsubscribe link in email that was sent through an adapter for another vendor's API. The recipient does not have
 * to be a contact.
 */
interface VendorLink {
  readonly of: Unsubscription;
  readonly look: PageTheme;
}

function readVendorLink({ db, vendorLinks }: Desk, token = ''): Promise<VendorLink> | undefined {
  const of = vendorLinks.read(token);
  if (!of) return undefined;
  const nobody = { accountId: of.accountId, campaignId: 0, contactId: 0 };
  return readSubscriber(db, nobody).then(({ look }) => ({ of, look }));
}

async function leaveAudience(desk: Desk, { of, look }: VendorLink, { isOneClick }: Leaving): Promise<Reply> {
  await unsubscribeRecipient(desk, of);
  return isOneClick ? DONE : donePage(look, undefined, undefined);
}

async function visited(
  desk: Desk,
  page: Page,
  { headers, token = '' }: { readonly headers: IncomingHttpHeaders; readonly token: string | undefined },
  show: (visitor: Visitor) => Promise<Reply>,
): Promise<Reply> {
  const named = desk.read[page](token);
  const subscription = subscriptionOf(named);
  if (!named || !subscription) return unknownLinkPage(themeForVisitor(headers['accept-language']));
  const subscriber = await readSubscriber(desk.db, subscription);
  if (subscription.contactId === 0) return testPage(subscriber.look);
  return show({ ...subscriber, subscription, token, linkToken: (purpose) => desk.tokenOf(named, purpose) });
}

async function leave(desk: Desk, visitor: Visitor, { isOneClick, undo, visit }: Leaving): Promise<Reply> {
  if (undo !== undefined) return takeBack(desk, visitor, undo);
  const { contact, linkToken, look, subscription, token } = visitor;
  const at = new Date(desk.clock.now());
  // A repeated one-click request requires a lookup but no lock.
  const isOver = contact?.unsubscribedAt !== undefined;
  const hasLeft = !isOver && (await unsubscribeAtOnce(desk.db, desk, subscription, at));
  if (isOneClick) return DONE;
  // After a double click, the browser shows the second response, so that response must offer to undo too.
  const since = hasLeft ? at : leftSince(desk, token, visit, (await readSubscriber(desk.db, subscription)).contact);
  return donePage(look, linkToken('preferences'), since && desk.proofs.make('undo', token, since));
}

/**
 * Returns the time at which the contact unsubscribed. Returns undefined if the contact did not unsubscribe after the
 * page was opened.
 */
function leftSince({ proofs }: Desk, token: string, visit: string, contact: Subscriber['contact']): Date | undefined {
  const openedAt = proofs.read('visit', token, visit, VISIT_MS);
  const leftAt = contact?.unsubscribedAt;
  return openedAt && leftAt && leftAt >= openedAt ? leftAt : undefined;
}

async function takeBack(desk: Desk, visitor: Visitor, proof: string): Promise<Reply> {
  const { linkToken, look, subscription, token } = visitor;
  const waitSeconds = desk.changeRate.take(nameOf(subscription));
  if (waitSeconds !== undefined) return tooOftenPage(look, waitSeconds);
  const since = desk.proofs.read('undo', token, proof, UNDO_MS);
  const isBack = since !== undefined && (await undoUnsubscription(desk.db, subscription, since));
  const preferencesToken = linkToken('preferences');
  return isBack ? undonePage(look, preferencesToken) : notUndonePage(look, preferencesToken);
}

async function save(desk: Desk, visitor: Visitor, given: Preferences): Promise<Reply> {
  const { contact, look, subscription } = visitor;
  const waitSeconds = desk.changeRate.take(nameOf(subscription));
  if (waitSeconds !== undefined) return tooOftenPage(look, waitSeconds);
  if (!contact) return shown(desk, visitor, true);
  await savePreferences(desk.db, subscription, given, new Date(desk.clock.now()));
  const { language } = given;
  const saved = { ...contact, isTracked: given.isTracked };
  return shown(
    desk,
    { ...visitor, look: language ? { ...look, texts: textsFor(look.ownTexts, language) } : look, contact: saved },
    true,
  );
}

async function shown(
  desk: Desk,
  { contact, linkToken, look, subscription }: Visitor,
  isSaved: boolean,
): Promise<Reply> {
  return preferencesPage({
    look,
    leaveToken: linkToken('unsubscribe'),
    email: contact?.unsubscribedAt ? undefined : contact?.email,
    lists: contact ? await readLists(desk.db, subscription) : [],
    topics: contact ? await readTopicsOf(desk.db, subscription.accountId, subscription.contactId) : [],
    isTracked: contact?.isTracked ?? true,
    isSaved,
  });
}

function nameOf({ accountId, contactId }: Subscription): string {
  return `${accountId} ${contactId}`;
}

/**
 * Creates the rate limiter for changes, so that a script with a link cannot cause more load than a person who clicks.
 */
function createChangeRate(clock: Clock): ChangeRate {
  const counted = new Map<string, { readonly sinceMs: number; changes: number }>();
  return {
    take(contact) {
      const nowMs = clock.now();
      let known = counted.get(contact);
      if (!known || nowMs - known.sinceMs >= MINUTE_MS || nowMs < known.sinceMs) {
        counted.delete(contact);
        known = { sinceMs: nowMs, changes: 0 };
        counted.set(contact, known);
      }
      known.changes += 1;
      const oldest = counted.keys().next().value;
      if (counted.size > MAX_REMEMBERED && oldest !== undefined) counted.delete(oldest);
      if (known.changes <= MAX_CHANGES_A_MINUTE) return undefined;
      return Math.max(1, Math.ceil((known.sinceMs + MINUTE_MS - nowMs) / 1_000));
    },
  };
}
