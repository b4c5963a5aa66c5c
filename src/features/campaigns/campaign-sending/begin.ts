import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../base/db.ts';
import { startProgress } from '../../tenants/progress/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import { resolveAudience } from './audience.ts';
import { countAudience } from './audience-statements.ts';
import type { Passage } from './parts.ts';
import { recordWaves } from './queries.ts';
import {
  formatCount,
  isHalt,
  loadCampaign,
  orStop,
  PREPARING,
  stopWith,
  whileHeld,
  type Halt,
  type Run,
  type StepResult,
  type Stop,
} from './step.ts';
import { planWaves, type WavePlan } from './wave-plan.ts';
import { variantTexts, type VariantText } from './wave-queries.ts';
import { addWave, freezeContent } from './waves.ts';

/** Maximum number of recipients per campaign. It equals the limit for a mailing. */
const MAX_AUDIENCE = 5_000_000;

const PROGRESS_KIND = 'campaign';

/** Data for planning the waves of a campaign. */
interface Snapshot {
  readonly campaign: CampaignRow;
  readonly variants: readonly VariantText[];
  readonly audience: number;
  readonly passage: Passage;
}

/**
 * Processes a campaign in the state `scheduled`: checks the safeguards again, counts the audience, freezes the content,
 * and creates the waves.
 */
export async function begin(run: Run): Promise<StepResult> {
  const { accountId, parts } = run;
  // Renew the lease first, because checking the safeguards may take a long time.
  const due = await whileHeld(run, { states: ['scheduled'] }, async (tx) => loadCampaign(tx, run));
  if (isHalt(due)) return due;
  const checked = await orStop(async () => parts.safeguards.requireSendable(parts.db, accountId, due));
  if (isHalt(checked)) return checked;
  const size = await countRecipients(parts.db, run, due);
  if (isHalt(size)) return size;
  const sender = await parts.contents.senderOf(accountId, due);
  return whileHeld(run, { states: ['scheduled'] }, async (tx) => {
    const snapshot = await loadSnapshot(tx, run, size);
    if (isHalt(snapshot)) return snapshot;
    const plans = decideWaves(snapshot);
    return isHalt(plans) ? plans : createWaves(tx, run, snapshot, plans, sender);
  });
}

/**
 * Charges the account for `size` recipients, and returns the data for planning the campaign. If the campaign cannot
 * start, returns the reason, and `whileHeld` rolls back the charge.
 */
async function loadSnapshot(tx: Tx, run: Run, size: number): Promise<Snapshot | Halt> {
  const { accountId, id } = run;
  const campaign = await loadCampaign(tx, run);
  const passage = await orStop(async () => run.parts.safeguards.plan(tx, accountId, campaign, size));
  if (isHalt(passage)) return passage;
  const isNarrowed = passage.engagedOnly && !campaign.engaged_only;
  const audience = isNarrowed ? await countRecipients(tx, run, { ...campaign, engaged_only: true }) : size;
  if (isHalt(audience)) return audience;
  return { campaign, passage, audience, variants: await variantTexts(tx, accountId, id) };
}

/** Plans the waves of a campaign. An A/B test needs at least one contact per variant. Pure. */
function decideWaves({ audience, campaign, passage, variants }: Snapshot): WavePlan[] | Stop {
  const numbers = [0, ...variants.map(({ variant }) => variant)];
  if (campaign.test_share !== null && audience < numbers.length) return tooFewContacts(numbers.length, audience);
  return planWaves(campaign, numbers, audience, passage);
}

async function createWaves(
  tx: Tx,
  { accountId, id, parts }: Run,
  { audience, campaign, passage, variants }: Snapshot,
  plans: readonly WavePlan[],
  sender: SenderFacts,
): Promise<StepResult> {
  const frozen = await freezeContent(tx, parts, accountId, { campaign, sender, variants });
  if (isHalt(frozen)) return frozen;
  for (const [index, plan] of plans.entries()) {
    await addWave(tx, parts, { accountId, campaign, waveNo: index + 1 }, plan, frozen);
  }
  const progressId = randomUUID();
  await startProgress(tx, accountId, progressId, PROGRESS_KIND, audience, 'Postrider is looking up the recipients.');
  await recordWaves(tx, accountId, id, audience, passage.engagedOnly, progressId);
  return PREPARING;
}

async function countRecipients(db: Db, { accountId, parts }: Run, campaign: CampaignRow): Promise<number | Stop> {
  const audience = await resolveAudience(db, accountId, campaign, parts.filterParts);
  if (isHalt(audience)) return audience;
  const size = await countAudience(db, accountId, audience, new Date(parts.clock.now()));
  if (size === 0) return noRecipients(audience.isEngagedOnly);
  if (size <= MAX_AUDIENCE) return size;
  const [found, most] = [formatCount(size), formatCount(MAX_AUDIENCE)];
  return stopWith(
    `The audience has ${found} contacts, but a campaign can have at most ${most}. Split the audience into several campaigns.`,
  );
}

/** Returns the result that stops a campaign without recipients. Such a campaign would otherwise be shown as sent. */
export function noRecipients(isEngagedOnly: boolean): Stop {
  return stopWith(
    isEngagedOnly
      ? 'The campaign has no recipients, because no contacts in the audience are new or have opened an email recently.'
      : 'The campaign has no recipients, because no contacts in the audience can receive email. Unsubscribed, bounced, unconfirmed, ' +
          'and suppressed contacts are excluded.',
  );
}

export function tooFewContacts(variants: number, contacts: number): Stop {
  return stopWith(
    `The campaign tests ${variants} variants but has only ${contacts} ${contacts === 1 ? 'recipient' : 'recipients'}. ` +
      'Remove variants, or send the campaign to more contacts.',
  );
}
