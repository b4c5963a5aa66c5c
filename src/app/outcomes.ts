import type { Config } from '../base/config.ts';
import type { OutcomeListener } from '../features/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/delivery-alerts/index.ts';
import { recordMailingOutcomes } from '../features/mailings/index.ts';
import { recordSuppressions } from '../features/suppressions/index.ts';
import { createOutcomeStatistics } from '../features/transactional-tags/index.ts';
import { recordTimeline } from '../features/transactional/index.ts';
import { recordWebhookEvents } from '../features/webhooks/index.ts';

/**
 * Outcomes tell whoever sent, in the transaction that records them; what locks a row of the account comes last. `onWebhooks`
 * hears of accounts that have something to be sent to their webhook once the transaction commits.
 */
export function outcomeListener(config: Config, onWebhooks?: (accountId: number) => void): OutcomeListener {
  const countOutcomes = createOutcomeStatistics({
    bouncePercent: config.pauseBouncePercent,
    complaintPercent: config.pauseComplaintPercent,
    minimumVolume: config.pauseMinimum,
  });
  return async (tx, accountId, outcomes) => {
    // A mailing keeps its own record of its recipients; a transactional message has a timeline.
    const messages = outcomes.filter(({ mailClass }) => mailClass === 'transactional');
    const events = messages.length > 0 ? await recordTimeline(tx, accountId, messages) : [];
    const told = events.map((event) => Object.assign(event, { extra: null }));
    if (await recordWebhookEvents(tx, accountId, told)) onWebhooks?.(accountId);
    if (messages.length < outcomes.length) await recordMailingOutcomes(tx, accountId, outcomes);
    await recordSuppressions(tx, accountId, outcomes);
    await recordDeliveryAlerts(tx, accountId, outcomes);
    await countOutcomes(tx, accountId, outcomes);
  };
}
