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
  /** Public base URL without a trailing slash, used as the issuer. */
  readonly baseUrl: () => string;
  /** Returns whether the user is still a member of the account. */
  readonly isMember: (subject: Subject) => Promise<boolean>;
}

/** The OAuth engine, callable without a network connection. */
export interface Engine {
  readonly provider: Provider;
  readonly errors: EngineErrors;
  /** Returns a request and response for the engine's own helpers, for example to read its cookies. */
  readonly wire: (request: EngineRequest) => Wire;
  /** Processes a request and returns the response. */
  answer(request: EngineRequest): Promise<Reply>;
}

/**
 * Returns a function that creates the engine on first use, and again if the base URL changes. Processes without OAuth
 * requests do not load it.
 */
export function createEngineSource(parts: EngineParts): () => Promise<Engine> {
  let made: { readonly baseUrl: string; readonly engine: Promise<Engine> } | undefined;
  return () => {
    const baseUrl = parts.baseUrl();
    if (made?.baseUrl !== baseUrl) {
      made = { baseUrl, engine: createEngine(parts, baseUrl) };
      // Discard a failed load, so that the next request tries again.
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
        parts.log.warn('Database unavailable, full, or overloaded', { error: cause });
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
  notifyOperator(provider, parts.log);
  deleteSessions(provider);
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

/** Adds prefixes to tokens. Lookups then recognize the type of a token, and secret scanners find leaked tokens. */
function nameTokens(provider: Provider): void {
  prefix(provider.AccessToken, ACCESS_TOKEN_PREFIX);
  prefix(provider.RefreshToken, REFRESH_TOKEN_PREFIX);
}

function prefix(model: { readonly prototype: object }, text: string): void {
  // The engine's models have this method, although its types do not declare it.
  const prototype = model.prototype as { generateTokenId: () => string };
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function (this: unknown) {
    return text + original.call(this);
  };
}

/** Compares the hashes of client secrets. Secrets have 256 random bits, so only the hash is stored. */
function compareHashedSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function (actual) {
    const kept = Buffer.from(this.clientSecret ?? '', 'hex');
    const given = sha256(actual);
    return kept.length === given.length && timingSafeEqual(kept, given);
  };
}

function notifyOperator(provider: Provider, log: Log): void {
  // The logged errors contain no codes, tokens, or secrets: the engine's messages do not include parameters.
  provider.on('server_error', (_ctx, error) => log.error('OAuth request failed', { error }));
}

/**
 * Destroys the engine's session after each successful authorization, because only the dashboard has browser sessions.
 */
function deleteSessions(provider: Provider): void {
  provider.on('authorization.success', ({ oidc }) => {
    if (oidc.session) Object.assign(oidc.session, { destroyed: true });
  });
}
