import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { route, type Route } from '../../../http/route.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import { resolveAudience, type AudienceOf } from './audience.ts';
import { countAudience, countFates, FATES } from './audience-statements.ts';
import { statusOf } from './control.ts';
import { isHalt } from './step.ts';

/** Dependencies for reviewing an audience. */
export interface ReviewParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly filterParts: FilterParts;
  /** Returns whether a safeguard limits campaigns of the account to engaged contacts. */
  readonly isEngagedOnly: (accountId: number) => Promise<boolean>;
}

/** Current audience of a campaign, as shown on the review page. */
type ReviewedAudience = AnswerOf<typeof schema>;

const LEFT_OUT = FATES.filter((fate) => fate !== 'gets_it');

const schema = Type.Object(
  {
    campaign_id: Type.Integer(),
    contacts: Type.Integer({ description: 'Contacts that would receive the campaign now.' }),
    left_out: Type.Array(
      Type.Object({
        why: Type.Enum([...LEFT_OUT], {
          description:
            'The first reason that applies. `excluded`: the campaign excludes the contact. `not_engaged`: the campaign is sent to engaged contacts only.',
        }),
        contacts: Type.Integer(),
      }),
      {
        description:
          'Contacts in the audience that would not receive the campaign, by reason. Reasons without contacts are omitted.',
      },
    ),
    fault: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why the audience cannot be determined, for example because it is empty or refers to a deleted list.',
    }),
  },
  { $id: 'CampaignAudience' },
);

const EXAMPLE: ReviewedAudience = {
  campaign_id: 31,
  contacts: 12_480,
  left_out: [
    { why: 'unsubscribed', contacts: 310 },
    { why: 'excluded', contacts: 42 },
  ],
  fault: null,
};

/** Returns the routes that show the audience of a campaign before it is sent. */
export function reviewRoutes(parts: ReviewParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/campaigns/:id/audience',
      summary: 'Get the audience of a campaign',
      scope: 'dashboard:read',
      doc: {
        group: 'Dashboard: campaigns',
        description: 'Counts the contacts in the current audience by the same rules that apply when sending starts.',
        params: { id: { description: 'ID of the campaign.', example: '31' } },
        answers: [
          {
            status: 200,
            description: 'Contacts that would and would not receive the campaign.',
            schema,
            example: EXAMPLE,
          },
        ],
        problems: ['forbidden', 'not_found'],
      },
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await reviewAudience(parts, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
  ];
}

async function reviewAudience(parts: ReviewParts, accountId: number, id: number): Promise<ReviewedAudience> {
  const { campaign } = await statusOf(parts.db, accountId, id);
  const isEngagedOnly = campaign.engaged_only || (await parts.isEngagedOnly(accountId));
  const reviewed = { ...campaign, engaged_only: isEngagedOnly };
  const audience = await resolveAudience(parts.db, accountId, reviewed, parts.filterParts);
  if (isHalt(audience)) return { campaign_id: id, contacts: 0, left_out: [], fault: audience.reason };
  const fates = await countFates(parts.db, accountId, audience, new Date(parts.clock.now()));
  const left = LEFT_OUT.map((why) => ({ why, contacts: fates.get(why) ?? 0 })).filter(({ contacts }) => contacts > 0);
  return { campaign_id: id, contacts: fates.get('gets_it') ?? 0, left_out: left, fault: null };
}

/**
 * Returns the exact number of contacts in the current audience of a campaign. Returns 0 if the campaign has no
 * audience, or if a list, tag, segment, or topic that limits the audience was deleted.
 */
export async function audienceSize(
  db: Db,
  accountId: number,
  campaign: AudienceOf,
  { clock, filterParts }: Pick<ReviewParts, 'clock' | 'filterParts'>,
): Promise<number> {
  const audience = await resolveAudience(db, accountId, campaign, filterParts);
  return isHalt(audience) ? 0 : countAudience(db, accountId, audience, new Date(clock.now()));
}
