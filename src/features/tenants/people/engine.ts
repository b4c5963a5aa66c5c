import type { Database } from '../../../base/db.ts';
import { SESSION_DAYS, type Cookies } from './cookies.ts';
import { versionOf } from './sealed-factors.ts';
import { createEngineAdapter } from './engine-adapter.ts';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './password-rule.ts';
import type { Origin } from './sessions.ts';
import { createHashLine, type HashLine } from './hash-line.ts';

const DAY_SECONDS = 24 * 3_600;
/** Time limit, in seconds, for entering the second factor after the password. */
const SECOND_FACTOR_SECONDS = 10 * 60;
const DEVICE_DAYS = 30;
/** Number of consecutive wrong codes, across all sign-ins of a user, after which all codes are temporarily rejected. */
const LOCK_AFTER_CODES = 10;
const LOCK_SECONDS = 15 * 60;
/** Name of the installation in authenticator apps. */
const ISSUER = 'Postrider';
/**
 * Internal header with the client's address. The client's own headers are never passed to the authentication library.
 */
const ADDRESS_HEADER = 'x-postrider-client';

/** The properties of a request that are passed to the authentication library. */
export interface Presented {
  /** A Cookie header with only the cookies that the authentication library needs for this step. */
  readonly cookie: string;
  readonly origin: Origin;
}

/** Result of a step: cookies to set, or the reason for the failure. */
export type Step<Value> =
  | { readonly ok: true; readonly cookies: readonly string[]; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/**
 * The sign-in features of better-auth, the authentication library. It is loaded on first use, because it needs 50 MB of
 * memory and half a second to load.
 */
export interface Engine {
  hashPassword(password: string): Promise<string>;
  /** Returns whether a password matches a hash. Without a hash, does the same amount of work and returns false. */
  isPassword(hash: string | undefined, password: string): Promise<boolean>;
  /**
   * Checks a password. Returns the user's ID, or sets `isSecondFactor` if a second factor is required. `cookies`
   * contain the session, or the challenge for the second factor.
   */
  signIn(
    given: { readonly email: string; readonly password: string },
    from: Presented,
  ): Promise<Step<{ readonly isSecondFactor: boolean; readonly personId: number | undefined }>>;
  /** Verifies the second factor with a code from the authenticator app or a backup code. */
  verifyCode(
    given: { readonly code: string; readonly isBackupCode: boolean; readonly rememberDevice: boolean },
    from: Presented,
  ): Promise<Step<{ readonly personId: number }>>;
  startTwoFactor(
    password: string,
    from: Presented,
  ): Promise<Step<{ readonly uri: string; readonly backupCodes: readonly string[] }>>;
  endTwoFactor(password: string, from: Presented): Promise<Step<undefined>>;
}

type Modules = Awaited<ReturnType<typeof loadModules>>;
type Assembled = ReturnType<typeof assemble>;

/** Creates an `Engine`, which loads the authentication library when one of its functions is first called. */
export function createEngine(parts: { readonly db: Database; readonly cookies: Cookies }): Engine {
  let loading: Promise<Assembled> | undefined;
  const load = async (): Promise<Assembled> => {
    loading ??= loadModules().then((modules) => assemble(modules, parts));
    return loading;
  };
  const inLine = createHashLine();
  let decoy: Promise<string> | undefined;
  const passwords = async () => (await (await load()).auth.$context).password;

  return {
    hashPassword: async (password) => inLine(async () => (await passwords()).hash(password)),
    async isPassword(hash, password) {
      const { hash: make, verify } = await passwords();
      decoy ??= make('nobody has this password');
      const compared = hash ?? (await decoy);
      const isRight = await inLine(async () => verify({ hash: compared, password }));
      return hash !== undefined && isRight;
    },
    async signIn({ email, password }, from) {
      const { attempt, auth } = await load();
      const given = { body: { email, password }, headers: headersOf(from), returnHeaders: true } as const;
      const step = async () =>
        attempt(async () => {
          const { headers, response } = await auth.api.signInEmail(given);
          // If a second factor is required, the plugin returns this property instead of the user, although the types do
          // not declare it.
          const isSecondFactor = 'twoFactorRedirect' in (response as object);
          const personId = isSecondFactor ? undefined : Number(response.user.id);
          return { headers, value: { isSecondFactor, personId } };
        });
      return inLine(step);
    },
    async verifyCode({ code, isBackupCode, rememberDevice }, from) {
      const { attempt, auth } = await load();
      const given = {
        body: { code, trustDevice: rememberDevice },
        headers: headersOf(from),
        returnHeaders: true,
      } as const;
      return attempt(async () => {
        const verify = isBackupCode ? auth.api.verifyBackupCode : auth.api.verifyTOTP;
        const { headers, response } = await verify(given);
        return { headers, value: { personId: Number(response.user.id) } };
      });
    },
    ...twoFactorOf(load, inLine),
  };
}

/** Returns the functions that turn the second factor on and off. */
function twoFactorOf(
  load: () => Promise<Assembled>,
  inLine: HashLine,
): Pick<Engine, 'startTwoFactor' | 'endTwoFactor'> {
  return {
    async startTwoFactor(password, from) {
      const { attempt, auth } = await load();
      const step = async () =>
        attempt(async () => {
          const { headers, response } = await auth.api.enableTwoFactor({
            body: { password, method: 'totp' },
            headers: headersOf(from),
            returnHeaders: true,
          });
          if (response.method !== 'totp') throw new Error('The sign-in engine enabled a different second factor');
          return { headers, value: { uri: response.totpURI, backupCodes: response.backupCodes } };
        });
      return inLine(step);
    },
    async endTwoFactor(password, from) {
      const { attempt, auth } = await load();
      const step = async () =>
        attempt(async () => {
          const { headers } = await auth.api.disableTwoFactor({
            body: { password },
            headers: headersOf(from),
            returnHeaders: true,
          });
          return { headers, value: undefined };
        });
      return inLine(step);
    },
  };
}

async function loadModules() {
  const [{ betterAuth }, { twoFactor }, { createAdapterFactory }, { isAPIError }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/plugins/two-factor'),
    import('better-auth/adapters'),
    import('better-auth/api'),
  ]);
  return { betterAuth, createAdapterFactory, isAPIError, twoFactor };
}

/**
 * Configures the authentication library with Postrider's tables, cookies, and limits. Disables the library's sign-ups,
 * origin checks, rate limits, logs, and telemetry.
 */
function assemble(modules: Modules, { cookies, db }: { readonly db: Database; readonly cookies: Cookies }) {
  const auth = modules.betterAuth({
    appName: ISSUER,
    baseURL: 'http://localhost',
    ...secretsOf(cookies),
    database: createEngineAdapter(modules.createAdapterFactory, db),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARACTERS,
      maxPasswordLength: MAX_PASSWORD_CHARACTERS,
    },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      disableSessionRefresh: true,
      additionalFields: { actingAccountId: { type: 'number', required: false, input: false } },
    },
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    advanced: {
      useSecureCookies: false,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      database: { generateId: 'serial' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      defaultCookieAttributes: { secure: cookies.isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: {
        session_token: { name: cookies.session },
        two_factor: { name: cookies.secondFactor },
        trust_device: { name: cookies.device },
      },
    },
    plugins: [
      modules.twoFactor({
        issuer: ISSUER,
        twoFactorCookieMaxAge: SECOND_FACTOR_SECONDS,
        trustDeviceMaxAge: DEVICE_DAYS * DAY_SECONDS,
        accountLockout: { maxFailedAttempts: LOCK_AFTER_CODES, durationSeconds: LOCK_SECONDS },
      }),
    ],
  });
  const ours: ReadonlySet<string> = new Set([cookies.session, cookies.secondFactor, cookies.device]);

  /**
   * Calls the authentication library for a step. Returns API errors with a status below 500 as failed steps, and throws
   * all other errors.
   */
  async function attempt<Value>(work: () => Promise<{ headers: Headers; value: Value }>): Promise<Step<Value>> {
    try {
      const { headers, value } = await work();
      const set = headers.getSetCookie().filter((cookie) => ours.has(cookie.slice(0, cookie.indexOf('='))));
      return { ok: true, cookies: set, value };
    } catch (error) {
      if (!modules.isAPIError(error) || error.statusCode >= 500) throw error;
      return { ok: false, reason: String(error.body?.code ?? error.statusCode) };
    }
  }

  return { auth, attempt };
}

/**
 * Returns the secrets with their version numbers, which the authentication library stores with encrypted values. Values
 * without a version were encrypted with the oldest secret.
 */
function secretsOf({ secrets }: Cookies) {
  const versioned = secrets.map((value) => ({ version: versionOf(value), value }));
  return { secrets: versioned, secret: secrets.at(-1) ?? '' };
}

function headersOf({ cookie, origin }: Presented): Headers {
  return new Headers({
    cookie,
    [ADDRESS_HEADER]: origin.address,
    // Replace all characters outside printable ASCII, because `Headers` rejects some of them.
    'user-agent': (origin.userAgent ?? '').replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, 300),
  });
}
