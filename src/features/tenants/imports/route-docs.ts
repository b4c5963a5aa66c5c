import { Type } from 'typebox';
import { importSchema, type Import } from './present.ts';
import type { ImportPlace } from './kinds.ts';

const ID = 'imp_0199f6b2c3d47e5f8a9b0c1d2e3f4a5b';
/** Example of an import for the API reference. */
export const EXAMPLE: Import = {
  id: ID,
  state: 'running',
  file_name: 'unsubscribed.csv',
  bytes: 24_117_248,
  note: 'Exported from our previous provider',
  by: 'Ada Lovelace',
  added: 412_000,
  known: 1_204,
  rejected: 37,
  values_left_out: 0,
  fault: null,
  encoding: 'UTF-8',
  settings: null,
  can_undo_until: null,
  undone: 0,
  kept: 0,
  members_undone: 0,
  progress: {
    id: ID.replace('imp', 'job'),
    kind: 'suppressions_import',
    state: 'running',
    done: 9_961_472,
    total: 24_117_248,
    sentence: '412,000 added, 1,204 already existed, 37 rejected.',
    changed_at: '2026-07-01T12:00:04.000Z',
  },
  created_at: '2026-07-01T12:00:00.000Z',
  finished_at: null,
};
/** Path parameters of routes for one import. */
export const PARAMS = { id: { description: 'ID of the import.', example: ID } };

const REJECTS = [
  {
    status: 200,
    description:
      'A CSV file that lists the rejected rows and the omitted values of imported rows, in the order of the uploaded ' +
      'file. `column` is empty if the whole row was rejected.',
    schema: Type.String(),
    example: 'line,value,reason,column\r\n12,ann@,"must have a domain name after the @, like example.com.",Email\r\n',
    mediaType: 'text/csv',
  },
];

/** Returns the API documentation for the imports of one kind. */
export function docsOf({ example, group, setup }: ImportPlace) {
  const one = (status: number, description: string) => [
    { status, description, schema: importSchema, example: EXAMPLE },
  ];
  return {
    create: {
      group,
      description: setup
        ? 'Uploads a CSV file whose values are separated by commas, semicolons, tabs, or vertical bars. Postrider detects ' +
          'the encoding. The import is then in the `ready` state. Read the preview of the import, then start the import with a column mapping.'
        : 'Uploads a text file with one address per line, or a CSV file. Postrider detects the encoding and the ' +
          'address column. After the upload, Postrider processes the file in the background. ' +
          '`GET /dashboard/live` streams the progress.',
      requestExample: example,
      headers: {
        'Idempotency-Key': {
          description: 'A key that you choose. A repeated request with the same key returns the existing import.',
          example: 'list-of-july',
        },
      },
      answers: one(202, setup ? 'The uploaded import, ready to start.' : 'The queued import.'),
      problems: [
        'unsupported_media_type',
        'payload_too_large',
        'request_timeout',
        'conflict',
        'invalid_idempotent_request',
        'validation_error',
      ] as const,
    },
    list: {
      group,
      answers: [
        {
          status: 200,
          description: 'The imports, newest first.',
          schema: Type.Object({ data: Type.Array(importSchema) }),
          example: { data: [EXAMPLE] },
        },
      ],
    },
    cancel: {
      group,
      params: PARAMS,
      answers: one(200, 'The canceled import.'),
      problems: ['not_found', 'conflict'] as const,
    },
    rejects: {
      group,
      params: PARAMS,
      answers: REJECTS,
      problems: ['not_found'] as const,
    },
  };
}
