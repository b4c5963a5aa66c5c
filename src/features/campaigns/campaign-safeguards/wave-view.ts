import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { findCampaign } from '../campaigns/index.ts';
import { readSafeguards, type InstallationSafeguards } from './limits.ts';
import { campaignWithNumber, guardedOf } from './queries.ts';
import { MIN_KNOWN_PERCENT } from './verdict.ts';

const PERCENT_OR_NULL = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

const waveSchema = Type.Object(
  {
    wave: Type.Union([
      Type.Object({
        safeguard: Type.Enum(['warm_up', 'canary']),
        domain: Type.String({ description: 'Domain of the sender address.' }),
        contacts: Type.Integer({ description: 'Contacts in the first wave.' }),
        ends_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'When Postrider evaluates the results of the first wave. Null until the wave has started.',
        }),
        most_bounced_percent: Type.Number(),
        most_complained_percent: Type.Number(),
        least_reached_percent: PERCENT_OR_NULL('Null for a canary wave.'),
        least_opened_percent: PERCENT_OR_NULL('Null for a canary wave or if the campaign does not track opens.'),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'CampaignFirstWave' },
);

/** API documentation of the route that returns the running first wave. */
export const waveDoc = {
  group: 'Dashboard: campaigns',
  description:
    'If the campaign is waiting for the results of its first wave, returns the wave, the time when the wait ends, and the results that are required to continue.',
  params: { id: { description: 'ID of the campaign.', example: '31' } },
  answers: [
    {
      status: 200,
      description: 'The first wave. Null if the campaign is not waiting for a first wave.',
      schema: waveSchema,
      example: {
        wave: {
          safeguard: 'warm_up',
          domain: 'acme.example',
          contacts: 1_000,
          ends_at: '2026-11-22T10:00:00.000Z',
          most_bounced_percent: 5,
          most_complained_percent: 0.3,
          least_reached_percent: 50,
          least_opened_percent: 10,
        },
      },
    },
  ],
  problems: ['forbidden'],
} satisfies RouteDoc;

/**
 * Returns the first wave of a campaign of the account if the campaign is waiting for its results. Throws forbidden or
 * not_found.
 */
export async function firstWaveOf(
  { db, installation }: { readonly db: Db; readonly installation: InstallationSafeguards },
  accountId: number,
  id: number,
): Promise<AnswerOf<typeof waveSchema>> {
  const campaign = await ownObject(await findCampaign(db, accountId, id), async () => campaignWithNumber(db, id));
  const [row] = await guardedOf(db, accountId, id);
  if (!row?.wave_safeguard || row.wave_state !== 'running' || row.stopped_at) return { wave: null };
  const { limits } = await readSafeguards(db, installation, accountId);
  const isWarmUp = row.wave_safeguard === 'warm_up';
  return {
    wave: {
      safeguard: row.wave_safeguard,
      domain: row.domain,
      contacts: row.wave_contacts ?? 0,
      ends_at: row.wave_ends_at?.toISOString() ?? null,
      most_bounced_percent: limits.stop_bounce_percent,
      most_complained_percent: limits.stop_complaint_percent,
      least_reached_percent: isWarmUp ? MIN_KNOWN_PERCENT : null,
      least_opened_percent: isWarmUp && campaign.tracks_opens ? limits.warm_up_open_percent : null,
    },
  };
}
