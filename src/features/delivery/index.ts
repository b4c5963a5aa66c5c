export { createDeliveryEngine, type DeliveryEngine, type EngineParts } from './engine.ts';
export { createDirectTargets } from './routing/direct-targets.ts';
export { createRelayLookup } from './routing/relay-lookup.ts';
export { createRouter, type Router, type RouterParts } from './routing/router.ts';
export type {
  MailClass,
  MailKey,
  NamedListener,
  OutcomeListener,
  OutgoingMail,
  RecordedOutcome,
  SimulatedOutcome,
} from './types.ts';
export { createPreparer, type PreparedMail, type PrepareParts } from './lanes/prepare.ts';
export { openJournal } from './journal/index.ts';
export { MAX_COUNTED, resumeSite, stopSite, viewQueue, type QueueView } from './sites/queue-view.ts';
export { flushQueue } from './queue/flush.ts';
export { noteDeadWorker, noteNoWorkers } from './queue/workers.ts';
export { isolated } from './outcomes/listeners.ts';
export { createMakeUp } from './outcomes/make-up.ts';
export { missedByPart, purgeMissedOutcomes, type MissedOfPart } from './outcomes/missed-view.ts';
export { listAttempts } from './outcomes/attempts.ts';
export {
  outcomeOfReport,
  recordLateOutcome,
  REPORT_ROUTE,
  type LateReport,
  type LateResult,
} from './outcomes/late-outcome.ts';
export { DELIVERY_CHANNEL, MAIL_CLASSES, type ChunkQueue, type Claim, type FinishedRow } from './types.ts';
