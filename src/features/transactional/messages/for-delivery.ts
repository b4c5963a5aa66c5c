/** The part of this feature that delivery processes need: loading messages and recording their outcomes. */
export { createMailSource } from './mail-source.ts';
export { createMessageFacts } from './message-facts.ts';
export { messageIdOf } from './message-facts.ts';
export { simulateOutcome } from './sandbox.ts';
export { recordTimeline } from './timeline.ts';
export { timelineOf } from './timeline.ts';
export { tracesOf } from './queries.ts';
