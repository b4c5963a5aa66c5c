import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { LANE_STATES, lanesOf, pauseLane, resumeLane, type LaneParts, type Lanes } from './lanes.ts';

const PATH = '/dashboard/campaigns/:id/lanes';
/** A provider of the table, a domain, or the name of a relay. */
const PROVIDER = /^[\p{L}\p{N}][\p{L}\p{N} ._:[\]-]{0,252}$/u;
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const count = (description: string) => Type.Integer({ description });

const lanesSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled']),
    recipients_count: count('Contacts that it was frozen for.'),
    done_count: count('Those of them of whom the end is known.'),
    unsorted_count: count('Those that are in no lane yet: they are sorted when their turn comes.'),
    lanes: Type.Array(
      Type.Object({
        provider: Type.String({
          description: 'A provider by its name, or others by the domain of their mail servers.',
        }),
        name: Type.String({ description: 'The provider as people know it.' }),
        state: Type.Enum([...LANE_STATES], {
          description: '`paused` by the account; `backing_off`: its servers asked us to wait, or cannot be reached.',
        }),
        delivered_count: Type.Integer(),
        refused_count: count('Refused for good by its servers; what is reported later does not count here.'),
        failed_count: count('Given up, or not to be sent by a fault of ours.'),
        deferred_count: count('Put off by a reply, and tried again later.'),
        held_count: count('Held back because the lane is paused.'),
        per_second: Type.Number({ description: 'Mails delivered a second, over the last ten seconds.' }),
        paused_at: TIME_OR_NULL,
        last_answer: Type.Union([Type.Object({ text: Type.String(), at: TIME }), Type.Null()], {
          description: 'What its server said last when it put mail of this campaign off, without addresses.',
        }),
        next_try_at: Type.Union([TIME, Type.Null()], {
          description: 'When its servers are asked again; null when nothing waits, or the lane is paused.',
        }),
      }),
      { description: 'Paused lanes, then those with the most mail; 60 at most.' },
    ),
  },
  { $id: 'CampaignLanes' },
);

const EXAMPLE: Lanes = {
  campaign_id: 31,
  status: 'sending',
  recipients_count: 100_000,
  done_count: 41_800,
  unsorted_count: 56_100,
  lanes: [
    {
      provider: 'google',
      name: 'Gmail and Google Workspace',
      state: 'backing_off',
      delivered_count: 20_100,
      refused_count: 12,
      failed_count: 0,
      deferred_count: 2_100,
      held_count: 0,
      per_second: 0,
      paused_at: null,
      last_answer: {
        text: '4.7.28 421 Our system has detected an unusual rate of mail from your IP address',
        at: '2026-11-21T08:10:02.000Z',
      },
      next_try_at: '2026-11-21T08:20:02.000Z',
    },
  ],
};

const PARAMS = { id: { description: 'Number of the campaign.', example: '31' } };
const base = {
  group: 'Dashboard: campaigns',
  params: { ...PARAMS, provider: { description: 'As `provider` of a lane says.', example: 'google' } },
  answers: [{ status: 200, description: 'All lanes as they are now.', schema: lanesSchema, example: EXAMPLE }],
} as const;

const DOCS = {
  view: {
    ...base,
    params: PARAMS,
    description: 'Counters that move with each outcome. May be read every second.',
    problems: ['forbidden', 'not_found'],
  },
  pause: {
    ...base,
    description:
      'Within a second nothing further of this campaign is offered to the provider; all else goes on. Pausing twice is pausing ' +
      'once. A campaign is not at its end while mail waits in a lane that is paused.',
    problems: ['conflict', 'forbidden', 'not_found'],
  },
  resume: {
    ...base,
    description: 'What was held goes out, each mail once. A lane that is not paused stays as it is.',
    problems: ['forbidden', 'not_found'],
  },
} satisfies Record<string, RouteDoc>;

/** A campaign by mailbox provider, and what people do to one of its lanes. */
export function laneRoutes(parts: LaneParts): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Read a campaign by mailbox provider',
      scope: 'dashboard:read',
      doc: DOCS.view,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await lanesOf(parts, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'POST',
      path: `${PATH}/:provider/pause`,
      summary: 'Hold a campaign back at one mailbox provider',
      scope: 'dashboard:write',
      doc: DOCS.pause,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await pauseLane(parts, principal.accountId, objectIdOf(params['id']), providerOf(params['provider'])),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:provider/pause`,
      summary: 'Let a campaign go on at a mailbox provider',
      scope: 'dashboard:write',
      doc: DOCS.resume,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await resumeLane(parts, principal.accountId, objectIdOf(params['id']), providerOf(params['provider'])),
      }),
    }),
  ];
}

function providerOf(given: string | undefined): string {
  if (given !== undefined && PROVIDER.test(given)) return given;
  throw new Refusal('not_found', { message: 'The campaign has no lane of that name.' });
}
