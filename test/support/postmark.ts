import { ServerClient } from 'postmark';

/** Creates the official client for a base URL, with or without a path. */
export function postmarkClient(base: string, key: string): ServerClient {
  const { host, pathname, protocol } = new URL(base);
  return new ServerClient(key, {
    requestHost: `${host}${pathname === '/' ? '' : pathname}`,
    useHttps: protocol === 'https:',
  });
}
