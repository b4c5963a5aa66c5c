import { expect } from 'vitest';
import { accessOf } from '../../src/app/account-api.ts';
import { campaignRoutes } from '../../src/features/campaigns/campaigns/index.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { TestApp } from './app.ts';
import { newPerson, withToken, type Caller, type TestPerson } from './callers.ts';
import { plantGroup, rowsOf } from './planted-contacts.ts';

// The type is `any`, because tests read bodies of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
type Parts = Parameters<typeof campaignRoutes>[0];

/** Request fields that all test campaigns use. */
export const CONTENT = {
  title: 'November',
  subject: 'What is new',
  html: '<p>Hello</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
} as const;

/** An account with a user, a list, and a tag, for tests of campaigns. */
export interface CampaignTenant {
  readonly accountId: number;
  readonly person: TestPerson;
  readonly ann: Caller;
  readonly list: number;
  readonly tag: number;
  /** Creates a draft whose audience is the list. */
  newDraft: (changes?: Record<string, unknown>) => Promise<Json>;
  /** Sets the state of a campaign directly in the database, as the code that sends campaigns does. */
  setState: (id: number, state: string, more?: string) => Promise<void>;
  rowOf: (id: number) => Promise<Json>;
}

/** The campaign routes on a separate listener, with dependencies that tests control. */
export interface CampaignApi {
  readonly baseUrl: string;
  /** Arguments of each call to `requireSendable`, oldest call first. */
  readonly asked: { readonly campaign: Json; readonly variants: Json }[];
  /** Sets the function that is called as `requireSendable`. The default accepts everything. */
  refuse: (by: Parts['requireSendable']) => void;
  /** Sets the function that checks the content of paused campaigns. The default accepts everything. */
  refuseContent: (by: Parts['requireContent']) => void;
  /** Sets the current time for the campaign routes. */
  setNow: (time: string) => void;
  newTenant: () => Promise<CampaignTenant>;
  close: () => Promise<void>;
}

/** Starts the campaign routes on a separate listener that uses the app's database. */
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
