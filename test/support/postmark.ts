import { ServerClient } from 'postmark';

/** The official client, at a base address with or without a path. */
export function postmarkClient(base: string, key: string): ServerClient {
  const { host, pathname, protocol } = new URL(base);
  return new ServerClient(key, {
    requestHost: `${host}${pathname === '/' ? '' : pathname}`,
    useHttps: protocol === 'https:',
  });
}
