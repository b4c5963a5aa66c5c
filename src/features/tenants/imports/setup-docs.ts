import { Type } from 'typebox';
import { encodingSchema } from './encodings.ts';
import type { ImportPlace, ImportSetup } from './kinds.ts';
import { PREVIEW_ROWS, UNSTARTED_SECONDS } from './limits.ts';
import { importSchema } from './present.ts';
import { EXAMPLE, PARAMS } from './route-docs.ts';

/** Properties of a preview that describe the file itself. */
const FILE_PROPERTIES = {
  encoding: encodingSchema,
  delimiter: Type.String(),
  first_line: Type.Integer({
    description:
      'Line number of the header row, or of the first data row if there is no header. Rows above this line are not imported.',
  }),
  unreadable: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'Rows near the beginning of the file that cannot be split into cells. These rows will be rejected.',
  }),
  rows: Type.Array(Type.Array(Type.String())),
};

/** Returns the API documentation for imports that the user must configure. */
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
        `Returns the first ${PREVIEW_ROWS} rows with the header row, a suggested column mapping, and the rows that would be rejected. ` +
        'Postrider detects the encoding of the file unless you set an encoding.',
      params: PARAMS,
      answers: [
        {
          status: 200,
          description: 'A preview of the beginning of the file.',
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
      description: `Starts an uploaded import. An import that is not started within ${UNSTARTED_SECONDS / 3_600} hours is canceled.`,
      params: PARAMS,
      requestExample: setup.bodyExample,
      answers: one(202, 'The queued import.', { ...EXAMPLE, state: 'waiting' }),
      problems: ['not_found', 'conflict', 'validation_error'] as const,
    },
    undo: {
      group,
      description:
        `You can undo an import for ${undoDays} days after it ends. The undo deletes the contacts and list memberships that the import added. ` +
        'Contacts that were changed or received an email after the import are kept. The undo ' +
        'also keeps changes to existing contacts, and the lists, tags, and fields that the import created.',
      params: PARAMS,
      answers: one(202, 'The import. The counts of undone changes increase until `state` is `undone`.', {
        ...EXAMPLE,
        state: 'undoing',
        finished_at: '2026-07-01T12:03:00.000Z',
      }),
      problems: ['not_found', 'conflict'] as const,
    },
  };
}
