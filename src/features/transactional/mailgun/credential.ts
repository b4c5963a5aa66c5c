import type { KeyOf } from '../../../http/route.ts';

const BASIC = /^Basic +([A-Za-z0-9+/=_-]+) *$/i;

/** The key behind Basic credentials (RFC 7617), whatever user name stands before it; undefined for anything else. */
export const basicKey: KeyOf = ({ authorization }) => {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
};
