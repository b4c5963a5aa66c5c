import { Type } from 'typebox';
import { encodingSchema } from './encodings.ts';
import type { ImportPlace, ImportSetup } from './kinds.ts';
import { PREVIEW_ROWS, UNSTARTED_SECONDS } from './limits.ts';
import { importSchema } from './present.ts';
import { EXAMPLE, PARAMS } from './route-docs.ts';

/** What a preview says of the file itself. */
const FILE_PROPERTIES = {
  encoding: encodingSchema,
  delimiter: Type.String(),
  first_line: Type.Integer({
    description: 'Line number of the header row, or of the first row. Title rows above it are not imported.',
  }),
  unreadable: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'Rows near the beginning of the file whose cells cannot be separated. They will be rejected.',
  }),
  rows: Type.Array(Type.Array(Type.String())),
};

/** What the API document says of imports that wait to be told how. */
export function setupDocsOf({ group, undoDays }: ImportPlace, setup: ImportSetup) {
  const one = (status: number, description: string, example: unknown) => [
    { status, description, schema: importSchema, example },
  ];
  return {
    read: {
      group,
      params: PARAMS,
      answers: one(200, 'The import.', EXAMPLE),
      problems: ['not_found'] as const,
    },
    preview: {
      group,
      description:
        `Returns the first ${PREVIEW_ROWS} rows, including the header row, in the detected or the given encoding, with a ` +
        'suggested column mapping and the rows that would be rejected.',
      params: PARAMS,
      answers: [
        {
          status: 200,
          description: 'The beginning of the file.',
          schema: Type.Object({
            ...FILE_PROPERTIES,
            ...setup.previewProperties,
          }),
          example: { first_line: 1, unreadable: [], ...setup.previewExample },
        },
      ],
      problems: ['not_found', 'conflict', 'validation_error'] as const,
    },
    start: {
      group,
      description: `An import that is not started within ${UNSTARTED_SECONDS / 3_600} hours is cancelled.`,
      params: PARAMS,
      requestExample: setup.bodyExample,
      answers: one(202, 'The import, which is queued.', { ...EXAMPLE, state: 'waiting' }),
      problems: ['not_found', 'conflict', 'validation_error'] as const,
    },
    undo: {
      group,
      description:
        `Possible for ${undoDays} days after the import ends. Deletes contacts that it added, unless they were changed or ` +
        'received an email since, and list memberships that it added. Changes to existing contacts, and lists, tags and ' +
        'fields that it created, are kept.',
      params: PARAMS,
      answers: one(202, 'The import. Its undo counts increase until its state is `undone`.', {
        ...EXAMPLE,
        state: 'undoing',
        finished_at: '2026-07-01T12:03:00.000Z',
      }),
      problems: ['not_found', 'conflict'] as const,
    },
  };
}
