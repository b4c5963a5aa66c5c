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

/** Default maximum size of a body, in bytes. */
export const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;

/** Response from a handler. */
export interface Reply {
  readonly status: number;
  /**
   * Body, sent as JSON. Undefined means none. If `headers` contains a `content-type`, the body must be a string or
   * bytes and is sent unchanged.
   */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Complete Set-Cookie header values. */
  readonly cookies?: readonly string[];
  /** Writes the response body as a stream. If set, `body` is ignored. */
  readonly stream?: ReplyStream;
  /** Time, in milliseconds, that a streamed response may take in addition to the time limit for other responses. */
  readonly patienceMs?: number;
}

/** The parsed request that a handler receives. */
export interface RouteRequest<Body, Query> {
  /** The caller. On a public route, reading its account throws. */
  readonly principal: Principal;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The uploaded file. Reading this on a route without an upload throws. */
  readonly upload: Upload;
  /** Whether the request is a HEAD request, whose response has no body. */
  readonly isHead: boolean;
  /** IP address of the caller, or an empty string if unknown. */
  readonly clientAddress: string;
  /** Request ID: 32 hex digits, also sent as the response header `x-request-id`. */
  readonly requestId: string;
  /** Returns the error object for a `Refusal`, for responses with several results. */
  readonly problem: (error: Refusal) => ProblemBody;
  /** Aborts when the caller disconnects before the end of the response. */
  readonly signal: AbortSignal;
}

/** Returns the decoder for a content type and encoding. Throws unsupported_media_type if no decoder is available. */
export type BodyDecoder = (type: string | undefined, encoding: string | undefined) => (bytes: Buffer) => unknown;

/** Returns the key in a request's headers, or undefined. */
export type KeyOf = (headers: IncomingHttpHeaders) => string | undefined;

/** HTTP methods of routes. OPTIONS is for routes that pages of other sites may call. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Definition of a route. A PATCH route also handles PUT requests, and a GET route also handles HEAD requests. */
export interface RouteSpec<Body, Query> {
  readonly method: RouteMethod;
  /** Path in Fastify syntax: `/things/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Scope that the key needs, or several scopes of which one is sufficient. If undefined, the route is public. */
  readonly scope: string | readonly string[] | undefined;
  /**
   * Whether a key that is limited to one domain may call the route. The handler must then access only that domain.
   * Default: false.
   */
  readonly isForDomainKeys?: boolean;
  /** Maximum size of the body, in bytes. Default: 1 MiB. */
  readonly bodyLimitBytes?: number;
  /**
   * Whether admission control measures the route's response times. Intended for routes whose requests are small and
   * similar.
   */
  readonly isGauge?: boolean;
  /**
   * Parses the body, into which the query string was merged. Values of the body take precedence. An absent body counts
   * as `{}`.
   */
  readonly body?: Parser<Body>;
  readonly query?: Parser<Query>;
  /** Whether the body is a form that a page submits, or a one-click unsubscribe request (see `looseForm`). */
  readonly isPublicForm?: boolean;
  /**
   * Returns a decoder for the type and encoding of a body. Throws if they are not supported. Default: JSON or a form.
   */
  readonly decoder?: BodyDecoder;
  /** Extracts the key from the headers, for clients that do not send a bearer token. */
  readonly keyOf?: KeyOf;
  /**
   * Finds the signer of a request, for clients that sign requests instead of sending a key. If set, the body is
   * received before the caller is authenticated.
   */
  readonly findSigner?: FindSigner;
  /** Accepts a file, which the handler reads from `upload`. `body` must not be set. */
  readonly upload?: UploadSpec;
  /** Documentation. Without it, the route is not part of the API document. */
  readonly doc?: RouteDoc;
  handle(request: RouteRequest<Body, Query>): Promise<Reply>;
}

/** A request with decoded but unparsed values. */
export interface RawRequest extends RouteRequest<unknown, Record<string, unknown>> {}

/** A route bound to its parsers. */
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
  /** Schemas of the route's parsers. Together, they define the accepted fields of query and body. */
  readonly takes?: readonly TSchema[];
  readonly isPublicForm?: boolean | undefined;
  readonly decoder?: BodyDecoder | undefined;
  readonly keyOf?: KeyOf | undefined;
  readonly findSigner?: FindSigner | undefined;
  readonly upload?: UploadSpec | undefined;
  readonly doc: RouteDoc | undefined;
  /** Parses and handles a request. Rejects with validation_error or with the error from the handler. */
  run(request: RawRequest): Promise<Reply>;
}

/** Binds a handler to its parsers. The handler then receives only valid values. */
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
      // Safe cast: if a route has no parser for the query, the type of the query is the default type, undefined. The
      // same applies to the body.
      const query = queryParser ? queryParser.parse(request.query) : (undefined as Query);
      const body = bodyParser ? bodyParser.parse(merge(request.query, request.body)) : (undefined as Body);
      return spec.handle(parsed(request, body, query));
    },
  };
}

/** Merges the query string into the body. Some clients send all parameters of a POST in the query string. */
export function merge(query: Record<string, unknown>, body: unknown): unknown {
  if (body === undefined) return query;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject) return body;
  // Neither `query` nor `body` has a `__proto__` key, because the decoder rejects it.
  return Object.keys(query).length === 0 ? body : { ...query, ...body };
}

/**
 * Returns the request with its parsed parts. `upload`, `principal`, and `signal` are read from `request` only on
 * access.
 */
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
