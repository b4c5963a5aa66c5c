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
    description: 'The line of the headings, or of the first row. Title rows above it are not imported.',
  }),
  unreadable: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'Rows near the beginning of the file whose cells cannot be told apart. They will be rejected.',
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
        `The first ${PREVIEW_ROWS} rows in the detected or the given encoding, headings included, what is guessed of them, and which of them ` +
        'would be refused as they are asked to be taken.',
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
      description: `An import that is not started within ${UNSTARTED_SECONDS / 3_600} hours ends by itself.`,
      params: PARAMS,
      requestExample: setup.bodyExample,
      answers: one(202, 'The import; it waits for its turn.', { ...EXAMPLE, state: 'waiting' }),
      problems: ['not_found', 'conflict', 'validation_error'] as const,
    },
    undo: {
      group,
      description:
        `For ${undoDays} days after its end. What it added and nobody changed or wrote to since is deleted, memberships that ` +
        'it added end. What it changed in contacts that were there before stays, and so do lists, tags and fields that it made.',
      params: PARAMS,
      answers: one(202, 'The import; the counts of what is undone grow until its state is `undone`.', {
        ...EXAMPLE,
        state: 'undoing',
        finished_at: '2026-07-01T12:03:00.000Z',
      }),
      problems: ['not_found', 'conflict'] as const,
    },
  };
}
