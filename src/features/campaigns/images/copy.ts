import { invalid } from '../../../base/refusal.ts';
import type { OutgoingClient } from '../../../http/outgoing/client.ts';
import { COPY_MS, MAX_REDIRECTS } from './limits.ts';

/** Responses must not be compressed, because the size limit would not apply to the decompressed image. */
const HEADERS = { 'user-agent': 'Postrider image copy', accept: 'image/*', 'accept-encoding': 'identity' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Dependencies for copying images. */
export interface CopyParts {
  /** Reaches only the public internet. */
  readonly client: Pick<OutgoingClient, 'get'>;
  readonly maxBytes: number;
}

/**
 * Downloads a file from another server and yields its bytes. Follows redirects. Throws validation_error if the file
 * cannot be downloaded or is too large. The caller must check that the file is an image.
 */
export async function* downloaded({ client, maxBytes }: CopyParts, url: string): AsyncGenerator<Buffer> {
  const endsAtMs = performance.now() + COPY_MS;
  let current = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const deadlineMs = Math.max(1, Math.ceil(endsAtMs - performance.now()));
    const answer = await client.get(current, { headers: HEADERS, deadlineMs, maxAnswerBytes: maxBytes + 1 });
    if (answer.kind === 'failed') throw refused(`cannot be downloaded: ${answer.reason}.`);
    const { location } = answer.headers;
    if (REDIRECTS.has(answer.status) && location !== undefined && URL.canParse(location, current)) {
      current = new URL(location, current).href;
      continue;
    }
    if (answer.status !== 200) throw refused(`cannot be downloaded: the server returned status ${answer.status}.`);
    if (answer.body.length > maxBytes) {
      throw refused(`must be an image of at most ${(maxBytes / 1024 / 1024).toFixed(1)} MB.`);
    }
    yield answer.body;
    return;
  }
  throw refused('redirects too many times.');
}

/** Returns the name of the file at a URL. Pure. */
export function nameAt(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function refused(sentence: string) {
  return invalid({ url: [sentence] });
}
