export { carryOverMailings, listFailedLots } from './carry-over.ts';
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
export { purgeMailings } from './purge.ts';
export { createRecipientStore } from './recipient-store.ts';
export { createMailingSource, type MailingRecipient } from './source.ts';
