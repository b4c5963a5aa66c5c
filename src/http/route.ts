import type { IncomingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import type { Parser } from './parser.ts';
import type { Refusal } from '../base/refusal.ts';
import type { Principal } from './principal.ts';
import type { ProblemBody } from './problems.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { RouteDoc } from './route-doc.ts';
import type { FindSigner } from './signed.ts';
import type { Upload, UploadSpec } from './upload-types.ts';

/** Greatest body of a route that sets no limit of its own. */
export const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;

/** What a handler answers. */
export interface Reply {
  readonly status: number;
  /**
   * Sent as JSON, undefined as no body at all; with a `content-type` among the headers it must be a string or bytes and
   * is sent as it is.
   */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set-Cookie headers, each whole. */
  readonly cookies?: readonly string[];
  /** Writes the answer piece by piece behind its headers, in place of a body. */
  readonly stream?: ReplyStream;
  /** How long a streamed answer may take; absent: as long as any answer. A reader who takes nothing is cut off before. */
  readonly patienceMs?: number;
}

/** What a handler sees: parsed values only. */
export interface RouteRequest<Body, Query> {
  /** The caller; reading it on a public route throws. */
  readonly principal: Principal;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The file of a route that takes one; reading it on another throws. */
  readonly upload: Upload;
  /** True when the caller wants the headers of the answer only. */
  readonly isHead: boolean;
  /** The IP address of the caller, as far as it can be known. */
  readonly clientAddress: string;
  /** 32 hex digits, the answer's `x-request-id`. */
  readonly requestId: string;
  /** The error object that a refusal would be answered with: for answers that hold several results. */
  readonly problem: (error: Refusal) => ProblemBody;
  /** Aborts when the caller hangs up before the answer. */
  readonly signal: AbortSignal;
}

/** Gives what decodes bodies of a type and an encoding; throws unsupported_media_type for those that are not taken. */
export type BodyDecoder = (type: string | undefined, encoding: string | undefined) => (bytes: Buffer) => unknown;

/** The key in the headers of a request; undefined where there is none. */
export type KeyOf = (headers: IncomingHttpHeaders) => string | undefined;

/** What a route may be asked with; OPTIONS is for those that pages of other sites may call. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** How a route is written down. PATCH answers PUT as well, GET answers HEAD. */
export interface RouteSpec<Body, Query> {
  readonly method: RouteMethod;
  /** Fastify's syntax: `/things/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Scope that the key must have, of several one; undefined makes the route public. */
  readonly scope: string | readonly string[] | undefined;
  /**
   * Whether a key that is limited to one domain may call it: the handler then keeps to what is that domain's. Without it
   * such a key is refused.
   */
  readonly isForDomainKeys?: boolean;
  /** Default 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** The guard against overload goes by how long its answers take: for routes whose requests are all alike and small. */
  readonly isGauge?: boolean;
  /** Parses the body, into which the query string is merged (the body wins); an absent body is `{}`. */
  readonly body?: Parser<Body>;
  readonly query?: Parser<Query>;
  /** The body is that of a form on a page, or of a mail program: see `looseForm`. */
  readonly isPublicForm?: boolean;
  /** How a body is decoded, by its type and encoding; absent: JSON or a form. Throws for what it does not take. */
  readonly decoder?: BodyDecoder;
  /** What of the headers is the key, for clients that do not send a bearer token; absent: as everywhere. */
  readonly keyOf?: KeyOf;
  /** Finds who signed the request, for clients that send no key: the body is then received before the caller is let in. */
  readonly findSigner?: FindSigner;
  /** The body is a file, which the handler reads from `upload`; then there is no `body`. */
  readonly upload?: UploadSpec;
  /** What the API document says; a route without is not part of the API. */
  readonly doc?: RouteDoc;
  handle(request: RouteRequest<Body, Query>): Promise<Reply>;
}

/** What the server gives a route: decoded, not parsed. */
export interface RawRequest extends RouteRequest<unknown, Record<string, unknown>> {}

/** A route that closes over its parsers. */
export interface Route {
  readonly method: RouteMethod;
  readonly path: string;
  readonly summary: string;
  readonly scope: string | readonly string[] | undefined;
  readonly isForDomainKeys?: boolean | undefined;
  readonly bodyLimitBytes: number;
  readonly isGauge?: boolean | undefined;
  readonly bodySchema: TSchema | undefined;
  readonly querySchema: TSchema | undefined;
  /** The schemas of its parsers, which say together what fields a query and a body may have. */
  readonly takes?: readonly TSchema[];
  readonly isPublicForm?: boolean | undefined;
  readonly decoder?: BodyDecoder | undefined;
  readonly keyOf?: KeyOf | undefined;
  readonly findSigner?: FindSigner | undefined;
  readonly upload?: UploadSpec | undefined;
  readonly doc: RouteDoc | undefined;
  /** Parses and handles; rejects with validation_error or with whatever the handler throws. */
  run(request: RawRequest): Promise<Reply>;
}

/** Binds a handler to its parsers, so that it only ever sees values that keep their rules. */
export function route<Body = undefined, Query = undefined>(spec: RouteSpec<Body, Query>): Route {
  const { body: bodyParser, query: queryParser } = spec;
  return {
    method: spec.method,
    path: spec.path,
    summary: spec.summary,
    scope: spec.scope,
    isForDomainKeys: spec.isForDomainKeys,
    bodyLimitBytes: spec.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    isGauge: spec.isGauge,
    bodySchema: bodyParser?.schema,
    querySchema: queryParser?.schema,
    takes: [queryParser, bodyParser].flatMap((parser) => (parser ? [parser.takes ?? [], parser.schema].flat() : [])),
    isPublicForm: spec.isPublicForm,
    decoder: spec.decoder,
    keyOf: spec.keyOf,
    findSigner: spec.findSigner,
    upload: spec.upload,
    doc: spec.doc,
    async run(request) {
      // Without a parser the type is the default, undefined.
      const query = queryParser ? queryParser.parse(request.query) : (undefined as Query);
      const body = bodyParser ? bodyParser.parse(merge(request.query, request.body)) : (undefined as Body);
      return spec.handle(parsed(request, body, query));
    },
  };
}

/** Clients that put everything into the query string of a POST are as right as those that send a body. */
export function merge(query: Record<string, unknown>, body: unknown): unknown {
  if (body === undefined) return query;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject) return body;
  // Neither side holds a key __proto__: decoding refuses it.
  return Object.keys(query).length === 0 ? body : { ...query, ...body };
}

/** The request with parsed parts; principal and signal stay lazy, since most handlers read one and not the other. */
function parsed<Body, Query>(request: RawRequest, body: Body, query: Query): RouteRequest<Body, Query> {
  return {
    body,
    query,
    params: request.params,
    headers: request.headers,
    isHead: request.isHead,
    clientAddress: request.clientAddress,
    requestId: request.requestId,
    problem: request.problem,
    get upload() {
      return request.upload;
    },
    get principal() {
      return request.principal;
    },
    get signal() {
      return request.signal;
    },
  };
}
