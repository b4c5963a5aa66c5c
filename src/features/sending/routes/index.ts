export {
  addRelay,
  addRule,
  addSource,
  MAX_RELAY_CONNECTIONS,
  openRelay,
  readRoutes,
  removeRelay,
  removeRule,
  removeSource,
} from './administration.ts';
export { createRouteDirectory } from './directory.ts';
export { presentWay } from './rules.ts';
export type { RoutedMail, Rule, Source, StoredRelay, Way } from './types.ts';
export { sealedRouteColumns } from './sealed.ts';
