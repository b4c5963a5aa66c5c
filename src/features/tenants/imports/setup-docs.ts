import { Type } from 'typebox';
import type { ImportPlace, ImportSetup } from './kinds.ts';
import { PREVIEW_ROWS, UNSTARTED_SECONDS } from './limits.ts';
import { importSchema } from './present.ts';
import { EXAMPLE, PARAMS } from './route-docs.ts';

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
        `The first ${PREVIEW_ROWS} rows as they were read, headings included, what is guessed of them, and which of them ` +
        'would be refused as they are asked to be taken.',
      params: PARAMS,
      answers: [
        {
          status: 200,
          description: 'The beginning of the file.',
          schema: Type.Object({
            encoding: Type.String({ description: 'UTF-8, UTF-16 LE, UTF-16 BE or Windows-1252.' }),
            delimiter: Type.String(),
            rows: Type.Array(Type.Array(Type.String())),
            ...setup.previewProperties,
          }),
          example: setup.previewExample,
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
