export { releaseLiftedClasses } from './class-holds.ts';
export { createChunkQueue } from './chunk-queue.ts';
export {
  addRecipients,
  cancelMailing,
  createMailingMaker,
  pauseMailing,
  resumeMailing,
  startMailing,
  viewMailing,
  type NewMailing,
} from './mailing.ts';
export { recordLateMailingOutcome, recordMailingOutcomes, writeChunkStates } from './outcomes.ts';
export { listenerOf, type MailingOwner, type OwnedOutcome } from './owners.ts';
export { findOwned } from './owned.ts';
export { purgeMailings } from './purge.ts';
export { createRecipientStore } from './recipient-store.ts';
export { createMailingSource, type MailingRecipient } from './source.ts';
