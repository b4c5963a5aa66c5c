import { timingSafeEqual } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { sha256, type Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Reply } from '../../../http/route.ts';
import { createStore } from './adapter.ts';
import { configurationOf, REVOCATION_PATH, type EngineErrors } from './engine-configuration.ts';
import type { Subject } from './subject.ts';
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from './tokens.ts';
import { bodyOf, toReply, wireOf, type EngineRequest, type Wire } from './wire.ts';

export interface EngineParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  /** Public base address without a slash at its end: the issuer. */
  readonly baseUrl: () => string;
  /** Whether the person is still a member of the account. */
  readonly isMember: (subject: Subject) => Promise<boolean>;
}

/** The OAuth engine, called like a function. */
export interface Engine {
  readonly provider: Provider;
  readonly errors: EngineErrors;
  /** A wire for the engine's own helpers, for example to read its cookies. */
  readonly wire: (request: EngineRequest) => Wire;
  /** Answers a request. */
  answer(request: EngineRequest): Promise<Reply>;
}

/**
 * Makes the engine when it is first asked for, and again when the base address is another one: processes that never speak
 * OAuth do not load it.
 */
export function createEngineSource(parts: EngineParts): () => Promise<Engine> {
  let made: { readonly baseUrl: string; readonly engine: Promise<Engine> } | undefined;
  return () => {
    const baseUrl = parts.baseUrl();
    if (made?.baseUrl !== baseUrl) {
      made = { baseUrl, engine: createEngine(parts, baseUrl) };
      // What could not be loaded once is tried again by the next request.
      made.engine.catch(() => (made = undefined));
    }
    return made.engine;
  };
}

async function createEngine(parts: EngineParts, baseUrl: string): Promise<Engine> {
  const { Provider: OidcProvider, errors } = await import('oidc-provider');
  const store = createStore({
    db: parts.db,
    vault: parts.vault,
    baseUrl,
    isRevocation: () => OidcProvider.ctx?.path === REVOCATION_PATH,
    errors: {
      invalidGrant: (detail) => new errors.InvalidGrant(detail),
      unavailable: (cause) => {
        parts.log.warn('Database unavailable, full or overloaded', { error: cause });
        const error = new errors.TemporarilyUnavailable('the database is unavailable');
        return Object.assign(error, { cause, status: 503, statusCode: 503 });
      },
    },
  });
  const provider = new OidcProvider(baseUrl, {
    adapter: store,
    ...configurationOf({ vault: parts.vault, isMember: parts.isMember, baseUrl, errors }),
  });
  nameTokens(provider);
  compareHashedSecrets(provider);
  tellOperator(provider, parts.log);
  forgetSessions(provider);
  const wire = (request: EngineRequest): Wire => wireOf(request, baseUrl);
  const handle = provider.callback();
  return {
    provider,
    errors,
    wire,
    async answer(given) {
      const { request, response } = wire(given);
      const ended = bodyOf(response);
      await handle(request, response);
      return toReply(response, await ended);
    },
  };
}

/** Tokens that say what they are: our own look-up sorts them by it, and scanners find them where they do not belong. */
function nameTokens(provider: Provider): void {
  prefix(provider.AccessToken, ACCESS_TOKEN_PREFIX);
  prefix(provider.RefreshToken, REFRESH_TOKEN_PREFIX);
}

function prefix(model: { readonly prototype: object }, text: string): void {
  // The engine's models have this method, which its types leave out.
  const prototype = model.prototype as { generateTokenId: () => string };
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function (this: unknown) {
    return text + original.call(this);
  };
}

/** Secrets are 256 random bits: their hash is all that is kept. */
function compareHashedSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function (actual) {
    const kept = Buffer.from(this.clientSecret ?? '', 'hex');
    const given = sha256(actual);
    return kept.length === given.length && timingSafeEqual(kept, given);
  };
}

function tellOperator(provider: Provider, log: Log): void {
  // The errors name no code, token or secret: those are parameters, which the engine does not put into messages.
  provider.on('server_error', (_ctx, error) => log.error('OAuth request failed', { error }));
}

/** The browser's session is the dashboard's alone: what the engine would remember of a person is dropped with the answer. */
function forgetSessions(provider: Provider): void {
  provider.on('authorization.success', ({ oidc }) => {
    if (oidc.session) Object.assign(oidc.session, { destroyed: true });
  });
}
