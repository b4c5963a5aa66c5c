export { createAcceptor, type Acceptor } from './accept.ts';
export { purgeExpiredAnswers } from './idempotency.ts';
export { lookUpMessage, parseMessageId } from './lookup.ts';
export { createMailSource } from './mail-source.ts';
export { transactionalRoutes } from './routes.ts';
export { simulateOutcome } from './sandbox.ts';
export { parseSend } from './schema.ts';
export { sendMessage } from './send.ts';
export { recordTimeline } from './timeline.ts';
