import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedUnsubscriptionsOf } from '../../src/app/subscriptions.ts';
import { createLinkTokens, type TrackedRecipient } from '../../src/features/outcomes/tracking/index.ts';
import type { LinkPurpose } from '../../src/mail/link-purpose.ts';
import { linkAddress, SUBSCRIPTION_LINK_PREFIX } from '../../src/mail/subscription-address.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { createSignUps } from '../support/sign-ups.ts';

const PURPOSES = ['tracking', 'view', 'preferences', 'unsubscribe', 'confirm'] as const;
const HTML =
  '<p>Tea</p><a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a> <a href="{{ web_url }}">Web</a>';

let app: TestApp;
let sender: Sender;
let campaign: number;
let contact: number;
let signedUp: TrackedRecipient;

beforeAll(async () => {
  app = await startApp();
  sender = await newSender(app);
  campaign = (await plantCampaign(app, sender, { html: HTML })).id;
  contact = await plantContact(app, sender.accountId, { email: 'ann@there.example' });
  await rowsOf(
    app.installation.db,
    `insert into campaign_link (account_id, campaign_id, link_no, url) values ($1, $2, 1, $3)`,
    [sender.accountId, campaign, 'https://shop.example/'],
  );
});
afterAll(() => app.close());

const named = (): TrackedRecipient => ({
  kind: 'campaign',
  accountId: sender.accountId,
  source: campaign,
  recipient: contact,
});

function tokenFor(purpose: LinkPurpose, of: TrackedRecipient = named()): string {
  return createLinkTokens(app.installation.vault)(of, purpose);
}

/** Returns a token in the format of versions in which tokens had no purpose: its MAC covers `1 links`. */
function earlierToken(of: TrackedRecipient = named()): string {
  const token = Buffer.from(tokenFor('view', of), 'base64url');
  const body = token.subarray(0, -12);
  const key = app.installation.vault.derive('tracking links');
  const mac = createHmac('sha256', key).update('1 links\0').update(body).digest().subarray(0, 12);
  return Buffer.concat([body, mac]).toString('base64url');
}

/** Routes, each with a function that checks whether the route accepts a token. */
const ROUTES: readonly {
  readonly what: string;
  readonly takes: LinkPurpose;
  /** Whether the route unsubscribes the recipient. */
  readonly leaves?: boolean;
  readonly isTaken: (token: string) => Promise<boolean>;
}[] = [
  {
    what: 'the tracking pixel',
    takes: 'tracking',
    isTaken: async (token) => (await status(`/t/l/0/${token}`)) === 200,
  },
  { what: 'a tracked link', takes: 'tracking', isTaken: async (token) => (await status(`/t/l/1/${token}`)) === 302 },
  { what: 'the browser view', takes: 'view', isTaken: async (token) => (await status(`/view/${token}`)) === 200 },
  {
    what: 'the preferences page',
    takes: 'preferences',
    isTaken: async (token) => (await status(`/preferences/${token}`)) === 200,
  },
  {
    what: 'changing preferences',
    takes: 'preferences',
    isTaken: async (token) => (await status(`/preferences/${token}`, 'tracked=yes')) === 200,
  },
  {
    what: 'the unsubscribe page',
    takes: 'unsubscribe',
    isTaken: async (token) => (await status(`/u/${token}`)) === 200,
  },
  {
    what: 'one-click unsubscribe',
    takes: 'unsubscribe',
    leaves: true,
    isTaken: async (token) => (await status(`/u/${token}`, 'List-Unsubscribe=One-Click')) === 200,
  },
  {
    what: 'an unsubscribe email',
    takes: 'unsubscribe',
    isTaken: async (token) => {
      const localPart = linkAddress(SUBSCRIPTION_LINK_PREFIX, token).slice('mailto:'.length);
      return mailedUnsubscriptionsOf(app.installation).readSubscriber(localPart) !== undefined;
    },
  },
];

async function status(path: string, body?: string): Promise<number> {
  const response = await fetch(`${app.api.baseUrl}${path}`, {
    redirect: 'manual',
    ...(body !== undefined && {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function hrefsOf(path: string): Promise<Record<string, string>> {
  const text = await (await fetch(`${app.api.baseUrl}${path}`)).text();
  return Object.fromEntries(
    Array.from(
      text.matchAll(/(?:href|action)="[^"]*?\/(u|preferences|view|confirm)\/([^"]*)"/g),
      ([, page = '', token = '']) => [page, token],
    ),
  );
}

async function subscribeAgain(): Promise<void> {
  await rowsOf(app.installation.db, 'update contact set unsubscribed_at = null where id = $1', [contact]);
}

async function isSubscribed(): Promise<boolean> {
  const [row] = await rowsOf<{ unsubscribed_at: Date | null }>(
    app.installation.db,
    'select unsubscribed_at from contact where id = $1',
    [contact],
  );
  return row?.unsubscribed_at === null;
}

describe('token of one purpose', () => {
  it.each(ROUTES)('opens $what only if it has that purpose', async ({ isTaken, leaves = false, takes }) => {
    for (const purpose of PURPOSES) {
      await subscribeAgain();
      const isOwn = purpose === takes;
      const isTakenHere = await isTaken(tokenFor(purpose));
      expect([purpose, isTakenHere, await isSubscribed()]).toEqual([purpose, isOwn, !(isOwn && leaves)]);
    }
    expect(await isTaken(earlierToken())).toBe(true);
  });

  it('confirms only if it has that purpose', async () => {
    const does = createSignUps(app);
    await does.signUp(sender.accountId, 'bea@there.example');
    const recipient = (await does.contactOf(sender.accountId, 'bea@there.example'))?.id ?? 0;
    signedUp = { kind: 'confirmation', accountId: sender.accountId, source: 1, recipient };
    for (const purpose of PURPOSES) {
      for (const body of [undefined, '']) {
        const taken = (await status(`/confirm/${tokenFor(purpose, signedUp)}`, body)) !== 404;
        expect([purpose, taken]).toEqual([purpose, purpose === 'confirm']);
      }
    }
    expect(await status(`/confirm/${earlierToken(signedUp)}`)).not.toBe(404);
  });
});

describe('linked pages', () => {
  it('link to each other with tokens valid only there', async () => {
    await subscribeAgain();
    for (const make of [tokenFor, () => earlierToken()]) {
      expect(await hrefsOf(`/u/${make('unsubscribe')}`)).toEqual({ preferences: tokenFor('preferences') });
      expect(await hrefsOf(`/preferences/${make('preferences')}`)).toEqual({ u: tokenFor('unsubscribe') });
    }
  });

  it('show the browser view without a link that works for its recipient', async () => {
    const nobody = { ...named(), recipient: 0 } as TrackedRecipient;
    for (const token of [tokenFor('view'), earlierToken()]) {
      expect(await hrefsOf(`/view/${token}`)).toEqual({
        u: tokenFor('unsubscribe', nobody),
        preferences: tokenFor('preferences', nobody),
        view: token,
      });
    }
    await subscribeAgain();
    const { u = '' } = await hrefsOf(`/view/${tokenFor('view')}`);
    expect(await status(`/u/${u}`, 'List-Unsubscribe=One-Click')).toBe(200);
    expect(await isSubscribed()).toBe(true);
  });
});
