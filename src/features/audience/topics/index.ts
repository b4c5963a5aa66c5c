/** Topics of an account's email. A contact can unsubscribe from a topic and still get all other email. */
export type { ContactTopic } from './queries.ts';
export { topicRoutes } from './routes.ts';
export { addTopic } from './topics.ts';
export { changeTopic } from './topics.ts';
export { chooseTopics } from './topics.ts';
export { listTopics } from './topics.ts';
export { MAX_TOPICS } from './topics.ts';
export { readTopic } from './topics.ts';
export { readTopicsOf } from './topics.ts';
export { removeTopic } from './topics.ts';
export { unsubscribedAmong } from './topics.ts';
