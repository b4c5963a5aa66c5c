import type { TSchema } from 'typebox';
import type { ProblemName } from './problem-table.ts';

/** A documented successful response. */
export interface AnswerDoc {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
  readonly example: unknown;
  /** Default: JSON. */
  readonly mediaType?: string;
}

export interface RouteDoc {
  /** Section of the API document, for example `Emails`. */
  readonly group: string;
  /** Marks the route as an addition to the implemented specification: `x-postrider-addition`. */
  readonly isAddition?: boolean;
  /** Further description of the route, in addition to its summary. */
  readonly description?: string;
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** Optional request headers by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** Example of a request body or, for a file upload, the text of the file. */
  readonly requestExample?: unknown;
  /** Successful responses. */
  readonly answers: readonly AnswerDoc[];
  /** Errors that this route can return, in addition to those that `problemNamesOf` adds. */
  readonly problems?: readonly ProblemName[];
}
