import { expect } from 'vitest';
import { accessOf } from '../../src/app/account-api.ts';
import { campaignRoutes } from '../../src/features/campaigns/campaigns/index.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { TestApp } from './app.ts';
import { newPerson, withToken, type Caller, type TestPerson } from './callers.ts';
import { plantGroup, rowsOf } from './planted-contacts.ts';

// Tests look into bodies of every shape; the expectation is the check.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
type Parts = Parameters<typeof campaignRoutes>[0];

/** What every campaign has. */
export const CONTENT = {
  title: 'November',
  subject: 'What is new',
  html: '<p>Hello</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
} as const;

/** An account with a person, a list and a tag, that makes campaigns. */
export interface CampaignTenant {
  readonly accountId: number;
  readonly person: TestPerson;
  readonly ann: Caller;
  readonly list: number;
  readonly tag: number;
  /** A draft to the list. */
  newDraft: (changes?: Record<string, unknown>) => Promise<Json>;
  /** Puts a campaign into a state, as those do who send. */
  setState: (id: number, state: string, more?: string) => Promise<void>;
  rowOf: (id: number) => Promise<Json>;
}

/** The routes of campaigns at an address of their own, with whoever stands behind them as the test says. */
export interface CampaignApi {
  readonly baseUrl: string;
  /** What `requireSendable` was asked, in order. */
  readonly asked: { readonly campaign: Json; readonly variants: Json }[];
  /** What it does from now on; nothing at first. */
  refuse: (by: Parts['requireSendable']) => void;
  /** What refuses the content of a campaign that is paused; nothing at first. */
  refuseContent: (by: Parts['requireContent']) => void;
  /** Moves the clock by which times are past or to come. */
  setNow: (time: string) => void;
  newTenant: () => Promise<CampaignTenant>;
  close: () => Promise<void>;
}

/** Starts them over the app's database. */
export async function startCampaignApi(app: TestApp): Promise<CampaignApi> {
  const { db, log } = app.installation;
  let baseUrl = '';
  let requireSendable: Parts['requireSendable'] = async () => {};
  let requireContent: Parts['requireContent'] = async () => {};
  let now: number | undefined;
  const asked: { campaign: Json; variants: Json }[] = [];
  const { authenticate, dialect, permit } = accessOf(app.installation, () => baseUrl);
  const server = createHttpServer({
    routes: campaignRoutes({
      db,
      clock: { now: () => now ?? Date.now() },
      baseUrl: () => baseUrl,
      requireSendable: async (...given) => {
        asked.push({ campaign: given[2], variants: given[3] });
        await requireSendable(...given);
      },
      requireContent: async (...given) => requireContent(...given),
      requireText: async () => {},
      requireReadable: async () => {},
      onMailChanged: async () => {},
      badgesOf: async () => Promise.resolve(new Map()),
    }),
    authenticate,
    permit,
    dialects: [dialect],
    log,
    baseUrl: () => baseUrl,
    ready: () => Promise.resolve(true),
  });
  const { port } = await server.listen('127.0.0.1', 0);
  baseUrl = `http://127.0.0.1:${port}`;
  const here = { ...app, url: baseUrl, api: { ...app.api, baseUrl } };
  return {
    baseUrl,
    asked,
    refuse: (by) => {
      requireSendable = by;
    },
    refuseContent: (by) => {
      requireContent = by;
    },
    setNow: (time) => {
      now = Date.parse(time);
    },
    newTenant: async () => newTenant(here),
    close: async () => server.close(0),
  };
}

async function newTenant(app: TestApp): Promise<CampaignTenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const person = await newPerson(app, accountId);
  const ann = withToken(app, person.token);
  const list = await plantGroup(db, accountId, 'list', 'News');
  const tag = await plantGroup(db, accountId, 'tag', 'Gold');
  return {
    accountId,
    person,
    ann,
    list,
    tag,
    newDraft: async (changes = {}) => {
      const answer = await ann.call('POST', '/campaigns', { ...CONTENT, lists: [list], ...changes });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return answer.body;
    },
    setState: async (id, state, more = '') => {
      await rowsOf(db, `update campaign set state = $3 ${more} where account_id = $1 and id = $2`, [
        accountId,
        id,
        state,
      ]);
    },
    rowOf: async (id) => {
      const [row] = await rowsOf(db, 'select * from campaign where account_id = $1 and id = $2', [accountId, id]);
      return row;
    },
  };
}
