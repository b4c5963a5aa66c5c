import type { Tx } from '../base/db.ts';
import { createAccount, findAccount } from '../features/tenants/accounts/index.ts';
import {
  createCookies,
  createEngine,
  peopleRoutes,
  readerLanguage,
  sessionsOf,
  type Cookies,
  type PeopleParts,
  type PersonMail,
} from '../features/tenants/people/index.ts';
import { endGrantsOfPerson } from '../features/tenants/oauth/index.ts';
import { createNoticeSender } from '../features/transactional/messages/index.ts';
import { writeMail, type UserMail } from '../mail/languages/emails.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sessions } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import { packageVersion } from '../base/package-version.ts';
import type { Installation } from './installation.ts';

/** User sign-in in one process. */
export interface People {
  readonly parts: PeopleParts;
  readonly routes: readonly Route[];
  readonly sessions: Sessions;
  /** Resolves when no background work is in progress. */
  idle(): Promise<void>;
}

/** Creates this installation's cookies. They have the `Secure` attribute if the configured base URL uses https. */
export function cookiesOf({ config, vault }: Pick<Installation, 'config' | 'vault'>): Cookies {
  const [secret = '', ...previousSecrets] = vault.deriveAll('sign-in').map((key) => key.toString('hex'));
  return createCookies({
    isSecure: config.baseUrl?.startsWith('https:') ?? false,
    secret,
    previousSecrets,
  });
}

/** Sets up user sign-in for this installation. */
export function peopleOf(installation: Installation, baseUrl: () => string): People {
  const { clock, config, db, log } = installation;
  const cookies = cookiesOf(installation);
  const inProgress = new Set<Promise<void>>();
  const parts: PeopleParts = {
    db,
    clock,
    log,
    cookies,
    engine: createEngine({ db, cookies }),
    baseUrl,
    facts: { sandboxDomain: config.sandboxDomain, delivery: config.delivery, version: packageVersion() },
    sendMail: createPersonMailer(installation),
    endGrants: endGrantsOfPerson,
    later(what, work) {
      const run = work().catch((error: unknown) => log.error(what, { error }));
      inProgress.add(run);
      void run.finally(() => inProgress.delete(run));
    },
  };
  const sessions = sessionsOf(parts);
  return {
    parts,
    routes: peopleRoutes(parts, sessions),
    sessions,
    async idle() {
      await Promise.all(inProgress);
    },
  };
}

/**
 * Creates the function that emails users. The links in these emails grant access like passwords, so they are logged in
 * a separate account without members.
 */
export function createPersonMailer({
  clock,
  config,
}: Pick<Installation, 'clock' | 'config'>): (tx: Tx, mail: PersonMail) => Promise<void> {
  const sendNotice = createNoticeSender({ clock, sandboxDomain: config.sandboxDomain });
  return async (tx, { accountId, name, signsInWith, to, values }) => {
    const language = await readerLanguage(tx, signsInWith ?? to, accountId);
    const mailed = await mailAccount(tx, config.sandboxDomain);
    await sendNotice(tx, { accountId: mailed, to, ...writeMail(language, name, values) });
  };
}

/** Returns the email address of the account that logs sign-in emails. */
export function signInAddress(sandboxDomain: string): string {
  return `sign-in@${sandboxDomain}`;
}

async function mailAccount(tx: Tx, sandboxDomain: string): Promise<number> {
  const email = signInAddress(sandboxDomain);
  const existing = await findAccount(tx, email);
  if (existing) return existing.id;
  try {
    const account = await createAccount(tx, {
      email,
      plan: 'unlimited',
      isOperator: false,
      name: 'Sign-in emails',
    });
    return account.id;
  } catch (error) {
    // Another process created the account at the same time.
    const made = error instanceof Refusal ? await findAccount(tx, email) : undefined;
    if (made) return made.id;
    throw error;
  }
}

type NoticeSender = ReturnType<typeof createNoticeSender>;

/**
 * Creates a function that emails a user from one of the user's accounts. The language is that of the user or, if it is
 * not set, that of the account.
 */
export function inReaderLanguage(sendNotice: NoticeSender): (tx: Tx, mail: UserMail) => Promise<void> {
  return async (tx, { accountId, to, write }) => {
    const language = await readerLanguage(tx, to, accountId);
    await sendNotice(tx, { accountId, to, ...write(language) });
  };
}

/** Creates the function that emails the users of this installation's accounts, each in the user's language. */
export function createUserMailer({
  clock,
  config,
}: Pick<Installation, 'clock' | 'config'>): (tx: Tx, mail: UserMail) => Promise<void> {
  return inReaderLanguage(createNoticeSender({ clock, sandboxDomain: config.sandboxDomain }));
}
