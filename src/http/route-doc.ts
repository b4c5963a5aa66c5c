import type { TSchema } from 'typebox';
import type { ProblemName } from './problem-table.ts';

/** An answer that is no error, as the API document shows it. */
export interface AnswerDoc {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
  readonly example: unknown;
  /** Default JSON. */
  readonly mediaType?: string;
}

/** What the API document says of a route beyond what the route itself knows. */
export interface RouteDoc {
  /** The heading under which the route stands, for example `Emails`. */
  readonly group: string;
  /** Not of the specification that the API keeps to, but added by this installation: `x-postrider-addition`. */
  readonly isAddition?: boolean;
  /** Sentences beyond the summary. */
  readonly description?: string;
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** Request headers that mean something to this route, by name; none is required. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** A body that the route takes, wherever it takes one; of a route that takes a file its text. */
  readonly requestExample?: unknown;
  /** The answers that are no errors. */
  readonly answers: readonly AnswerDoc[];
  /** Errors beyond those that any route with a key may answer. */
  readonly problems?: readonly ProblemName[];
}
