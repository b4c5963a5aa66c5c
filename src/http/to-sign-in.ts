import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';

/** The sign-in page of the dashboard, which leads to `next` afterwards. */
const SIGN_IN = '/app/sign-in';
/** Routes that a browser opens itself: those of the dashboard, and files of the account API that its pages link to. */
const OPENED_BY_PEOPLE =
  /^\/(?:dashboard\/.*|contacts\/export|contacts\/:\w+\/data|contacts\/imports\/:\w+\/rejects|domains\/:\w+\/zone-file)$/;

/**
 * Where a browser is led that opens something of the dashboard itself, such as a file to be saved, without a session that
 * goes on: people cannot read a problem. Undefined for scripts and programs, which can, and for every other error.
 */
export function signInAddress(request: IncomingMessage, error: unknown, path: string): string | undefined {
  const { method, url = '' } = request;
  const isNobody = error instanceof Refusal && (error.code === 'session_expired' || error.code === 'missing_api_key');
  if (!isNobody || method !== 'GET' || !OPENED_BY_PEOPLE.test(path) || !isOpened(request)) return undefined;
  return `${SIGN_IN}?next=${encodeURIComponent(url)}`;
}

/** Whether the answer becomes a page. Browsers say so, over plain http only by what they take. */
function isOpened({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? headers.accept?.startsWith('text/html') === true : destination === 'document';
}
