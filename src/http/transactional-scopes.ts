const PREFIX = 'transactional:';

/** Returns whether a route or a tool that requires this scope belongs to the transactional API. */
export function isTransactionalScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().some((one) => one.startsWith(PREFIX));
}
