import { randomUUID } from 'node:crypto';
import type { Db } from '../../../base/db.ts';
import { beginProgress } from '../../tenants/progress/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { resolveAudience } from './audience.ts';
import { countAudience } from './audience-statements.ts';
import { Impossible, orImpossible } from './impossible.ts';
import { MAX_AUDIENCE } from './limits.ts';
import { planWaves } from './plan.ts';
import { noteBegun } from './queries.ts';
import { campaignOf, hold, type Turn } from './step.ts';
import { variantTexts, type WaveRow } from './wave-queries.ts';
import { addWave, freezeAll, livingOf } from './waves.ts';

/** By which pages know what a progress is of. */
export const PROGRESS_KIND = 'campaign';

/**
 * Takes up a campaign that is due: asks the gates again, counts whom it is for, freezes its content and makes its waves. Throws
 * Impossible, and leaves nothing behind, where it cannot be sent.
 */
export async function begin(turn: Turn): Promise<void> {
  const { claimed, parts } = turn;
  const { account_id: accountId } = claimed;
  const due = await campaignOf(parts.db, turn);
  await parts.db.transaction(async (tx) => hold(tx, turn, ['scheduled']));
  await orImpossible(async () => parts.gates.requireSendable(parts.db, accountId, due));
  const found = await sizeOf(parts.db, turn, due);
  const sender = await parts.contents.senderOf(accountId, due);
  await parts.db.transaction(async (tx) => {
    await hold(tx, turn, ['scheduled']);
    const campaign = await campaignOf(tx, turn);
    const passage = await orImpossible(async () => parts.gates.plan(tx, accountId, campaign, found));
    const onlyEngaged = passage.engagedOnly && !campaign.engaged_only;
    const audience = onlyEngaged ? await sizeOf(tx, turn, { ...campaign, engaged_only: true }) : found;
    const variants = await variantTexts(tx, accountId, campaign.id);
    const frozen = await freezeAll(tx, parts, accountId, { campaign, sender, variants });
    requireTestable(campaign, frozen.variants.size, audience);
    const waves = planWaves(campaign, [...frozen.variants.keys()], audience, passage);
    for (const [index, wave] of waves.entries()) {
      await addWave(tx, parts, { accountId, campaign, waveNo: index + 1 }, wave, frozen);
    }
    const progressId = randomUUID();
    await beginProgress(tx, accountId, progressId, PROGRESS_KIND, audience, 'Looking up recipients.');
    await noteBegun(tx, accountId, campaign.id, audience, passage.engagedOnly, progressId);
  });
}

async function sizeOf(db: Db, { claimed, parts }: Turn, campaign: CampaignRow): Promise<number> {
  const { account_id: accountId } = claimed;
  const audience = await resolveAudience(db, accountId, campaign, parts.filterParts);
  const size = await countAudience(db, accountId, audience, new Date(parts.clock.now()));
  if (size === 0) throw nobodyOf(audience.isEngagedOnly);
  if (size > MAX_AUDIENCE) {
    const [found, most] = [size, MAX_AUDIENCE].map((number) => number.toLocaleString('en-US'));
    throw new Impossible(
      `The audience has ${found} contacts, but a campaign can have at most ${most}. Split the audience.`,
    );
  }
  return size;
}

/** Said of a campaign that nobody would get: that it was sent would not be true. */
export function nobodyOf(isEngagedOnly: boolean): Impossible {
  return new Impossible(
    isEngagedOnly
      ? 'The campaign has no recipients: the audience has no contacts who are new or have opened an email recently.'
      : 'The campaign has no recipients: no contacts in the audience can receive email. Unsubscribed, bounced, unconfirmed ' +
          'and suppressed contacts are excluded.',
  );
}

/** Throws Impossible where a test has more variants than there are contacts: nothing could be told of one of them. */
function requireTestable({ test_share: share }: CampaignRow, variants: number, audience: number): void {
  if (share !== null && audience < variants) throw tooFewOf(variants, audience);
}

/** Throws the same, before the first wave starts, for an audience that became so small since that a variant has no contact. */
export function requireTested(waves: readonly WaveRow[], recipients: number): void {
  if (waves.some((wave) => wave.started_at)) return;
  const tests = livingOf(waves).filter(({ kind }) => kind === 'test');
  if (tests.some((wave) => wave.recipients === 0)) throw tooFewOf(tests.length, recipients);
}

function tooFewOf(variants: number, contacts: number): Impossible {
  return new Impossible(
    `The campaign tests ${variants} variants with only ${contacts} ${contacts === 1 ? 'contact' : 'contacts'}. ` +
      'Remove variants or send it to more contacts.',
  );
}
