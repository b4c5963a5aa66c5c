import type { TSchema } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { messageSchema } from './answer-schemas.ts';

/** A password as examples show it. */
export const PASSWORD = 'correct horse battery';
/** What a browser answers for a passkey, in examples, without the part that differs. */
export const CREDENTIAL = { id: 'q0rJ', rawId: 'q0rJ', type: 'public-key', clientExtensionResults: {} };

/** What is told of an operation. */
export interface Told {
  readonly group: string;
  readonly answer: readonly [status: number, description: string, schema: TSchema, example: unknown];
  readonly description?: string;
  readonly request?: unknown;
  readonly params?: RouteDoc['params'];
  readonly problems?: RouteDoc['problems'];
}

/** The common form of these operations: one answer each. */
export function doc({ answer, description, group, params, problems, request }: Told): RouteDoc {
  const [status, what, schema, example] = answer;
  return {
    group,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(problems && { problems }),
    ...(request !== undefined && { requestExample: request }),
    answers: [{ status, description: what, schema, example }],
  };
}

/** The answer of an operation that has nothing to show. */
export const done = (message: string): Told['answer'] => [200, 'Done.', messageSchema, { message }];
