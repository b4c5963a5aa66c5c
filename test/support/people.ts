import { ensureOwner } from '../../src/app/first-start.ts';
import { decodeContent } from '../../src/features/transactional/messages/content.ts';
import { eventually, type Answer, type TestApp } from './app.ts';

/** A client that behaves like the dashboard in a browser: it stores cookies, and sends its origin with requests. */
export interface Browser {
  readonly cookies: Map<string, string>;
  /** Returns the Set-Cookie headers of the last response. */
  lastCookies(): readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
}

export const PASSWORD = 'correct horse battery staple';

/** Creates a browser that has no cookies. */
export function createBrowser(baseUrl: string): Browser {
  const cookies = new Map<string, string>();
  let last: readonly string[] = [];
  const call = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Test browser',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    last = response.headers.getSetCookie();
    for (const set of last) keep(cookies, set);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    cookies,
    lastCookies: () => last,
    get: (path, headers = {}) => call('GET', path, undefined, headers),
    post: (path, body, headers = {}) => call('POST', path, body, headers),
    patch: (path, body) => call('PATCH', path, body, {}),
    delete: (path, body) => call('DELETE', path, body, {}),
  };
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}

/**
 * Waits for an accepted message to an address, with text that satisfies `matches`. Resolves with the newest such
 * message.
 */
export async function mailTo(
  app: TestApp,
  address: string,
  matches: (text: string) => boolean = () => true,
): Promise<{ readonly subject: string; readonly text: string }> {
  return eventually(`an email to ${address} arrives`, async () =>
    (await mailsTo(app, address)).findLast(({ text }) => matches(text)),
  );
}

/** Returns all accepted messages to an address, oldest first. */
export async function mailsTo(app: TestApp, address: string): Promise<{ subject: string; text: string }[]> {
  const rows = await app.installation.db.query<{ subject: string; content: Buffer }>({ name: '', text: MAILS }, [
    address.toLowerCase(),
  ]);
  return rows.map(({ content, subject }) => ({ subject, text: decodeContent(content).text ?? '' }));
}

const MAILS = `select m.subject, m.content from message m join delivery d using (account_id)
  where d.message_id = m.id and lower(d.recipient) = $1 order by m.id`;

/**
 * Returns the token that follows `#token=` in the first link with a token. Throws if the text contains no such link.
 */
export function tokenIn(text: string): string {
  const token = /#token=([\w.-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`No link in: ${text}`);
  return token;
}

/** Creates the owner of the operator's account through the first-start link. The owner stays signed in. */
export async function becomeOwner(app: TestApp, person: { name?: string; email?: string } = {}): Promise<Browser> {
  const { firstStartToken: token } = await ensureOwner(app.installation);
  const browser = createBrowser(app.api.baseUrl);
  const { email = 'ada@acme.example', name = 'Ada' } = person;
  const answer = await browser.post('/dashboard/first-start', { token, name, email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`First start: ${JSON.stringify(answer.body)}`);
  return browser;
}

/**
 * Invites a user with the given role, on behalf of `owner`, and accepts the invitation. Resolves with the browser in
 * which the new user is signed in.
 */
export async function join(app: TestApp, owner: Browser, email: string, role: string): Promise<Browser> {
  const invited = await owner.post('/dashboard/team/invitations', { email, role });
  if (invited.status !== 201) throw new Error(`Invitation: ${JSON.stringify(invited.body)}`);
  const { text } = await mailTo(app, email, (mail) => mail.includes('/app/invitation#'));
  const browser = createBrowser(app.api.baseUrl);
  const given = { name: email.split('@')[0], password: PASSWORD };
  const answer = await browser.post(`/dashboard/invitations/${tokenIn(text)}/accept`, given);
  if (answer.status !== 200) throw new Error(`Acceptance: ${JSON.stringify(answer.body)}`);
  return browser;
}

/** Returns the ID of a member of the account that the browser is signed in to. */
export async function memberId(browser: Browser, email: string): Promise<number> {
  const { body } = await browser.get('/dashboard/team');
  const member = (body.members as { id: number; email: string }[]).find((one) => one.email === email);
  if (!member) throw new Error(`${email} is no member`);
  return member.id;
}

/** Signs in, by default with the password that all test users have. */
export async function signIn(app: TestApp, email: string, password = PASSWORD): Promise<Browser> {
  const browser = createBrowser(app.api.baseUrl);
  const answer = await browser.post('/dashboard/sign-in', { email, password });
  if (answer.status !== 200) throw new Error(`Sign-in: ${JSON.stringify(answer.body)}`);
  return browser;
}
