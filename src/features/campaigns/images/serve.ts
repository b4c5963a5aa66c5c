import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Reply } from '../../../http/route.ts';
import { KEPT_BYTES, KEPT_MS } from './limits.ts';
import { HASH_CHARACTERS } from './path.ts';
import { imageBody } from './queries.ts';

const NAME = new RegExp(`^([1-9]\\d{0,15})-([0-9a-f]{${HASH_CHARACTERS}})$`);

/** The content behind an image URL never changes, so clients may cache it forever. */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  // If the image is opened directly, it is a sandboxed document that cannot run scripts or load anything.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Allow webmail pages with a strict embedder policy to load the image.
  'cross-origin-resource-policy': 'cross-origin',
};

interface Found {
  readonly type: string;
  readonly body: Buffer;
}

interface Kept {
  readonly found: Promise<Found | undefined>;
  readonly untilMs: number;
  bytes: number;
}

/** Returns the reply for the name in an image URL. Throws not_found. */
export type ImageServer = (name: string, ifNoneMatch: string | undefined) => Promise<Reply>;

/**
 * Serves public images. Thousands of recipients may open a campaign within minutes, so recent images are cached, and
 * concurrent requests for the same image share one query.
 */
export function createImageServer({ clock, db }: { readonly clock: Clock; readonly db: Db }): ImageServer {
  const kept = new Map<string, Kept>();
  let keptBytes = 0;

  const forget = (name: string, entry: Kept): void => {
    if (kept.get(name) !== entry) return;
    kept.delete(name);
    keptBytes -= entry.bytes;
  };
  const find = async (name: string, id: number, hash: string): Promise<Found | undefined> => {
    const known = kept.get(name);
    if (known && known.untilMs > clock.now()) return known.found;
    if (known) forget(name, known);
    const found = imageBody(db, id, hash, HASH_CHARACTERS).then(([row]) => row);
    const entry: Kept = { found, untilMs: clock.now() + KEPT_MS, bytes: 0 };
    kept.set(name, entry);
    try {
      const row = await found;
      // Do not cache misses, because clients can request any number of made-up names.
      if (!row) forget(name, entry);
      else if (kept.get(name) === entry) {
        entry.bytes = row.body.length;
        keptBytes += entry.bytes;
      }
    } catch (error) {
      forget(name, entry);
      throw error;
    }
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= KEPT_BYTES) break;
      kept.delete(oldest);
      keptBytes -= bytes;
    }
    return found;
  };

  return async (name, ifNoneMatch) => {
    const [, id = '', hash = ''] = NAME.exec(name) ?? [];
    const found = id === '' ? undefined : await find(name, Number(id), hash);
    if (!found) throw new Refusal('not_found');
    const etag = `"${hash}"`;
    if (tagsOf(ifNoneMatch).includes(etag)) return { status: 304, body: undefined, headers: { ...HEADERS, etag } };
    return { status: 200, body: found.body, headers: { ...HEADERS, etag, 'content-type': `image/${found.type}` } };
  };
}

/** Returns the entity tags in If-None-Match (RFC 9110 section 13.1.2). Weak tags match like strong tags. */
function tagsOf(header = ''): readonly string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
