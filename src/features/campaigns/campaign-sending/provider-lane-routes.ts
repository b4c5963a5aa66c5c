import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  LANE_STATES,
  providerLanesOf,
  pauseProviderLane,
  resumeProviderLane,
  type ProviderLaneParts,
  type ProviderLanes,
} from './provider-lanes.ts';

const PATH = '/dashboard/campaigns/:id/lanes';
/** Matches a mailbox provider's name, a domain, or a relay's name. */
const PROVIDER = /^[\p{L}\p{N}][\p{L}\p{N} ._:[\]-]{0,252}$/u;
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const count = (description: string) => Type.Integer({ description });

const providerLanesSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled']),
    recipients_count: count('Number of recipients, fixed when sending starts.'),
    done_count: count('Recipients with a final result.'),
    unsorted_count: count('Recipients not yet assigned to a provider lane.'),
    lanes: Type.Array(
      Type.Object({
        provider: Type.String({
          description: 'Name of a known mailbox provider, or the domain of the mail servers.',
        }),
        name: Type.String({ description: 'Display name of the provider.' }),
        state: Type.Enum([...LANE_STATES], {
          description:
            '`paused`: paused by the account. `backing_off`: the servers asked Postrider to wait, or cannot be reached.',
        }),
        delivered_count: Type.Integer(),
        refused_count: count(
          'Emails that the servers rejected permanently, excluding bounces that are reported later.',
        ),
        failed_count: count('Emails that expired after the last retry or failed because of an internal error.'),
        deferred_count: count('Emails that the servers deferred and that Postrider will retry.'),
        held_count: count('Emails held because the provider lane is paused.'),
        per_second: Type.Number({ description: 'Emails delivered per second over the last 10 seconds.' }),
        paused_at: TIME_OR_NULL,
        last_answer: Type.Union([Type.Object({ text: Type.String(), at: TIME }), Type.Null()], {
          description: 'Last server reply that deferred an email of this campaign, without addresses.',
        }),
        next_try_at: Type.Union([TIME, Type.Null()], {
          description: 'Time of the next attempt. Null if no email is waiting or the provider lane is paused.',
        }),
      }),
      {
        description:
          'Up to 60 provider lanes. Paused provider lanes are listed first, followed by the provider lanes with the most emails.',
      },
    ),
  },
  { $id: 'CampaignLanes' },
);

const EXAMPLE: ProviderLanes = {
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

const PARAMS = { id: { description: 'ID of the campaign.', example: '31' } };
const base = {
  group: 'Dashboard: campaigns',
  params: { ...PARAMS, provider: { description: 'The `provider` of a provider lane.', example: 'google' } },
  answers: [{ status: 200, description: 'All provider lanes.', schema: providerLanesSchema, example: EXAMPLE }],
} as const;

const DOCS = {
  view: {
    ...base,
    params: PARAMS,
    description: 'Returns the live counters of the campaign. You can poll this endpoint every second.',
    problems: ['forbidden', 'not_found'],
  },
  pause: {
    ...base,
    description:
      'Stops sending this campaign to the provider within a second. Sending to other providers continues. Has no effect if the provider lane is ' +
      'already paused. The campaign does not end while emails wait in a paused provider lane.',
    problems: ['conflict', 'forbidden', 'not_found'],
  },
  resume: {
    ...base,
    description:
      'Resumes the provider lane and sends each held email once. Has no effect if the provider lane is not paused.',
    problems: ['forbidden', 'not_found'],
  },
} satisfies Record<string, RouteDoc>;

/** Returns the routes that show and control the provider lanes of a campaign. */
export function providerLaneRoutes(parts: ProviderLaneParts): Route[] {
  const change = (method: 'POST' | 'DELETE', summary: string, doc: RouteDoc, act: typeof pauseProviderLane): Route =>
    route({
      method,
      path: `${PATH}/:provider/pause`,
      summary,
      scope: 'dashboard:write',
      doc,
      async handle({ principal, params }) {
        const provider = providerOf(params['provider']);
        return { status: 200, body: await act(parts, principal.accountId, objectIdOf(params['id']), provider) };
      },
    });
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List the provider lanes of a campaign',
      scope: 'dashboard:read',
      doc: DOCS.view,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await providerLanesOf(parts, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    change('POST', 'Pause a provider lane', DOCS.pause, pauseProviderLane),
    change('DELETE', 'Resume a provider lane', DOCS.resume, resumeProviderLane),
  ];
}

function providerOf(given: string | undefined): string {
  if (given !== undefined && PROVIDER.test(given)) return given;
  throw new Refusal('not_found', { message: 'The campaign has no provider lane with this name.' });
}
