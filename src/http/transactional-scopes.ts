/** What the names of the scopes of the transactional API begin with. */
const PREFIX = 'transactional:';

/** Whether a route or a tool belongs to the transactional API. */
export function isTransactionalScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().some((one) => one.startsWith(PREFIX));
}
