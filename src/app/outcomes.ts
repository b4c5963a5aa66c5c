import type { Config } from '../base/config.ts';
import type { OutcomeListener } from '../features/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/delivery-alerts/index.ts';
import { recordMailingOutcomes } from '../features/mailings/index.ts';
import { recordSuppressions } from '../features/suppressions/index.ts';
import { createOutcomeStatistics } from '../features/transactional-tags/index.ts';
import { recordTimeline } from '../features/transactional/index.ts';

/** Outcomes tell whoever sent, in the transaction that records them; what locks a row of the account comes last. */
export function outcomeListener(config: Config): OutcomeListener {
  const countOutcomes = createOutcomeStatistics({
    bouncePercent: config.pauseBouncePercent,
    complaintPercent: config.pauseComplaintPercent,
    minimumVolume: config.pauseMinimum,
  });
  return async (tx, accountId, outcomes) => {
    // A mailing keeps its own record of its recipients; a transactional message has a timeline.
    const messages = outcomes.filter(({ mailClass }) => mailClass === 'transactional');
    if (messages.length > 0) await recordTimeline(tx, accountId, messages);
    if (messages.length < outcomes.length) await recordMailingOutcomes(tx, accountId, outcomes);
    await recordSuppressions(tx, accountId, outcomes);
    await recordDeliveryAlerts(tx, accountId, outcomes);
    await countOutcomes(tx, accountId, outcomes);
  };
}
