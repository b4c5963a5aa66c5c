import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';

/** Sign-in page of the dashboard. It redirects to `next` afterwards. */
const SIGN_IN = '/app/sign-in';
/**
 * Matches routes that a browser opens directly: dashboard routes, and account API files to which dashboard pages link.
 */
const OPENED_BY_PEOPLE =
  /^\/(?:dashboard\/.*|contacts\/export|contacts\/:\w+\/data|contacts\/imports\/:\w+\/rejects|domains\/:\w+\/zone-file)$/;

/**
 * Returns the sign-in URL to redirect to if a browser opens a dashboard URL, such as a file download, without a valid
 * session. Returns undefined otherwise.
 */
export function signInAddress(request: IncomingMessage, error: unknown, path: string): string | undefined {
  const { method, url = '' } = request;
  const isNobody = error instanceof Refusal && (error.code === 'session_expired' || error.code === 'missing_api_key');
  if (!isNobody || method !== 'GET' || !OPENED_BY_PEOPLE.test(path) || !isOpened(request)) return undefined;
  return `${SIGN_IN}?next=${encodeURIComponent(url)}`;
}

/**
 * Returns whether the browser will show the response as a page. Browsers send Sec-Fetch-Dest, except over plain http,
 * where the Accept header is used.
 */
function isOpened({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? headers.accept?.startsWith('text/html') === true : destination === 'document';
}
