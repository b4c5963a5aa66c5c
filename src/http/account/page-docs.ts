import { Type, type TSchema } from 'typebox';
import type { AnswerDoc } from '../route-doc.ts';
import { DEFAULT_PER_PAGE, page, pageSchema } from './page.ts';

const EXAMPLE_HOST = 'https://mail.example.com';

/**
 * Documents a response with a page of records. `record` is the schema of a record, and `example` is an example of one.
 */
export function pageAnswer(
  description: string,
  record: TSchema,
  example: unknown,
  { path, perPage = DEFAULT_PER_PAGE }: { readonly path: string; readonly perPage?: number },
): AnswerDoc {
  return {
    status: 200,
    description,
    schema: pageSchema(record),
    example: page({
      data: [example],
      total: 1,
      request: { page: 1, perPage },
      url: `${EXAMPLE_HOST}${path}`,
      defaultPerPage: perPage,
    }),
  };
}

/** Documents a response that only confirms an action. */
export function messageAnswer(message: string): AnswerDoc {
  return {
    status: 200,
    description: 'The action was completed.',
    schema: Type.Object({ message: Type.String() }),
    example: { message },
  };
}
