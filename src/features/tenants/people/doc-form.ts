import type { TSchema } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { messageSchema } from './answer-schemas.ts';

/** Example of a password. */
export const PASSWORD = 'correct horse battery';
/** Example of a browser's passkey response, without the response object itself. */
export const CREDENTIAL = { id: 'q0rJ', rawId: 'q0rJ', type: 'public-key', clientExtensionResults: {} };

/** Documentation for an operation. */
export interface Reported {
  readonly group: string;
  readonly answer: readonly [status: number, description: string, schema: TSchema, example: unknown];
  readonly description?: string;
  readonly request?: unknown;
  readonly params?: RouteDoc['params'];
  readonly problems?: RouteDoc['problems'];
}

/** Returns the documentation for an operation with one success response. */
export function doc({ answer, description, group, params, problems, request }: Reported): RouteDoc {
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

/** Returns the documentation for a response that contains only a message. */
export const done = (message: string): Reported['answer'] => [200, 'Done.', messageSchema, { message }];
