export { carryOverMailings, listFailedLots } from './carry-over.ts';
export { releaseLiftedClasses } from './class-holds.ts';
export { createChunkQueue } from './chunk-queue.ts';
export {
  addRecipients,
  cancelMailing,
  closeMailing,
  createMailingMaker,
  pauseMailing,
  removeMailing,
  resumeMailing,
  startMailing,
  viewMailing,
  type NewMailing,
} from './mailing.ts';
export { recordLateMailingOutcome, recordMailingOutcomes, writeChunkStates } from './outcomes.ts';
export { findOwned, listenerOf, type MailingOwner, type OwnedOutcome } from './owners.ts';
export { purgeMailings } from './purge.ts';
export { createRecipientStore } from './recipient-store.ts';
export { createMailingSource, type MailingRecipient } from './source.ts';
