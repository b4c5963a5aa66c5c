import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import { type Reply, route, type Route } from '../../../http/route.ts';
import type { LinkTokens } from '../../../mail/link-purpose.ts';
import { createLinkReader, createLinkTokens, type TrackedRecipient } from '../../outcomes/tracking/index.ts';
import { MAX_BODY_BYTES, MAX_CHANGES_A_MINUTE, MAX_REMEMBERED, UNDO_MS, VISIT_MS } from './limits.ts';
import {
  askPage,
  donePage,
  notUndonePage,
  preferencesPage,
  testPage,
  tooOftenPage,
  undonePage,
  unknownPage,
} from './pages.ts';
import { type Preferences, readLists, readSubscriber, savePreferences, type Subscriber } from './preferences.ts';
import { type Leaving, leaving, preferences } from './schema.ts';
import { type Subscription, undoUnsubscription, unsubscribeAtOnce, type UnsubscribeParts } from './unsubscribe.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a proof is for: that a page was opened, and that it unsubscribed somebody. */
type ProofKind = 'visit' | 'undo';

/** Moments that a page was given and gives back, signed for the recipient whose page it is. */
interface Proofs {
  make(kind: ProofKind, token: string, at: Date): string;
  /** The moment; undefined for what we did not make, for another recipient or purpose, and when it is older than that. */
  read(kind: ProofKind, token: string, proof: string, maxAgeMs: number): Date | undefined;
}

const RADIX = 36;
const MAC_BYTES = 12;
const PROOF = /^([\da-z]{1,10})\.([\w-]{16})$/;

const MINUTE_MS = 60_000;

/** Counts what each contact changes within a minute, in this process. */
interface ChangeRate {
  /** Counts one change; the seconds to wait when there were too many. */
  take(contact: string): number | undefined;
}

const LEAVE_PATH = '/u/:token';
const PREFERENCES_PATH = '/preferences/:token';

/** What a mail program is answered, which reads the status alone. */
const DONE: Reply = {
  status: 200,
  body: 'Unsubscribed.\n',
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
};

/** What the pages ask. */
export interface SubscriptionParts extends UnsubscribeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** A page that a link of its own purpose leads to. */
type Page = 'unsubscribe' | 'preferences';

interface Desk extends SubscriptionParts {
  readonly read: Readonly<Record<Page, (token: string) => TrackedRecipient | undefined>>;
  readonly tokenOf: ReturnType<typeof createLinkTokens>;
  readonly proofs: Proofs;
  readonly changeRate: ChangeRate;
}

/** A recipient whose page it is. */
interface Visitor extends Subscriber {
  readonly token: string;
  /** Tokens for the other page: those of the visited page are not good for it. */
  readonly linkToken: LinkTokens;
  readonly subscription: Subscription;
}

/**
 * The pages that the links of a campaign's mail lead its recipient to. The token in the address is all that is asked for, and
 * reaches its own contact in its own account. No cookie and no session goes along, so that a page of somebody else that posts
 * here can do no more than whoever made it could do by themselves: they must have the link. Nothing is changed by GET or HEAD.
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
    proofs: createProofs(parts),
    changeRate: createChangeRate(parts.clock),
  };
  return [...leaveRoutes(desk), ...preferenceRoutes(desk)];
}

/** Whether a path is one of these pages, or below them. */
export function isSubscriptionPath(path: string): boolean {
  return path.startsWith('/u/') || path.startsWith('/preferences/');
}

/** Whom a token of a campaign's links names; undefined for tokens of mails that belong to no campaign. */
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
      handle: async ({ params }) =>
        visited(desk, 'unsubscribe', params['token'], async ({ contact, linkToken, sender, token }) => {
          const preferencesToken = linkToken('preferences');
          // Of one that is gone nothing is told, not even that.
          if (!contact || contact.unsubscribedAt) return donePage(sender, preferencesToken, undefined);
          return askPage(sender, preferencesToken, desk.proofs.make('visit', token, new Date(desk.clock.now())));
        }),
    }),
    route({
      method: 'POST',
      path: LEAVE_PATH,
      summary: 'Unsubscribe a recipient with one click (RFC 8058)',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: leaving,
      handle: async ({ body, params }) =>
        visited(desk, 'unsubscribe', params['token'], async (visitor) => leave(desk, visitor, body)),
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
      handle: async ({ params }) =>
        visited(desk, 'preferences', params['token'], async (visitor) => shown(desk, visitor, false)),
    }),
    route({
      method: 'POST',
      path: PREFERENCES_PATH,
      summary: 'Update the preferences of a recipient',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: preferences,
      handle: async ({ body, params }) =>
        visited(desk, 'preferences', params['token'], async (visitor) => save(desk, visitor, body)),
    }),
  ];
}

async function visited(desk: Desk, page: Page, token = '', show: (visitor: Visitor) => Promise<Reply>): Promise<Reply> {
  const named = desk.read[page](token);
  const subscription = subscriptionOf(named);
  if (!named || !subscription) return unknownPage();
  const subscriber = await readSubscriber(desk.db, subscription);
  if (subscription.contactId === 0) return testPage(subscriber.sender);
  return show({ ...subscriber, subscription, token, linkToken: (purpose) => desk.tokenOf(named, purpose) });
}

async function leave(desk: Desk, visitor: Visitor, { isOneClick, undo, visit }: Leaving): Promise<Reply> {
  if (undo !== undefined) return takeBack(desk, visitor, undo);
  const { contact, linkToken, sender, subscription, token } = visitor;
  const at = new Date(desk.clock.now());
  // A mail program that asks a thousand times costs a thousand look-ups and no lock.
  const isOver = contact?.unsubscribedAt !== undefined;
  const hasLeft = !isOver && (await unsubscribeAtOnce(desk.db, desk, subscription, at));
  if (isOneClick) return DONE;
  // A button that was pressed twice: the answer that people see is the second.
  const since = hasLeft ? at : leftSince(desk, token, visit, (await readSubscriber(desk.db, subscription)).contact);
  return donePage(sender, linkToken('preferences'), since && desk.proofs.make('undo', token, since));
}

/** Since when a contact is unsubscribed, when that came after the page was opened. */
function leftSince({ proofs }: Desk, token: string, visit: string, contact: Subscriber['contact']): Date | undefined {
  const openedAt = proofs.read('visit', token, visit, VISIT_MS);
  const leftAt = contact?.unsubscribedAt;
  return openedAt && leftAt && leftAt >= openedAt ? leftAt : undefined;
}

async function takeBack(desk: Desk, visitor: Visitor, proof: string): Promise<Reply> {
  const { linkToken, sender, subscription, token } = visitor;
  const waitSeconds = desk.changeRate.take(nameOf(subscription));
  if (waitSeconds !== undefined) return tooOftenPage(sender, waitSeconds);
  const since = desk.proofs.read('undo', token, proof, UNDO_MS);
  const isBack = since !== undefined && (await undoUnsubscription(desk.db, subscription, since));
  const preferencesToken = linkToken('preferences');
  return isBack ? undonePage(sender, preferencesToken) : notUndonePage(sender, preferencesToken);
}

async function save(desk: Desk, visitor: Visitor, given: Preferences): Promise<Reply> {
  const { contact, sender, subscription } = visitor;
  const waitSeconds = desk.changeRate.take(nameOf(subscription));
  if (waitSeconds !== undefined) return tooOftenPage(sender, waitSeconds);
  if (!contact) return shown(desk, visitor, true);
  await savePreferences(desk.db, subscription, given, new Date(desk.clock.now()));
  return shown(desk, { ...visitor, contact: { ...contact, isTracked: given.isTracked } }, true);
}

async function shown(
  desk: Desk,
  { contact, linkToken, sender, subscription }: Visitor,
  isSaved: boolean,
): Promise<Reply> {
  return preferencesPage({
    sender,
    leaveToken: linkToken('unsubscribe'),
    email: contact?.unsubscribedAt ? undefined : contact?.email,
    lists: contact ? await readLists(desk.db, subscription) : [],
    isTracked: contact?.isTracked ?? true,
    isSaved,
  });
}

function nameOf({ accountId, contactId }: Subscription): string {
  return `${accountId} ${contactId}`;
}

/** A page that somebody has the link to costs what a person clicks, and not what a program can ask for. */
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

/** Proofs under the master secret: no table has to remember who may undo what. */
function createProofs({ clock, vault }: { readonly clock: Clock; readonly vault: Vault }): Proofs {
  const keys = vault.deriveAll('pages of subscriptions');
  const macsOf = (kind: ProofKind, token: string, moment: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${kind} ${moment} ${token}`).digest().subarray(0, MAC_BYTES));
  return {
    make(kind, token, at) {
      const moment = at.getTime().toString(RADIX);
      return `${moment}.${macsOf(kind, token, moment)[0]?.toString('base64url')}`;
    },
    read(kind, token, proof, maxAgeMs) {
      const [, moment, mac] = PROOF.exec(proof) ?? [];
      if (moment === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, 'base64url');
      if (!macsOf(kind, token, moment).some((right) => timingSafeEqual(given, right))) return undefined;
      const atMs = Number.parseInt(moment, RADIX);
      return clock.now() - atMs <= maxAgeMs ? new Date(atMs) : undefined;
    },
  };
}
