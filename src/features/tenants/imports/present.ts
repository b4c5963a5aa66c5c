import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { presentProgress, progressSchema, type ProgressRow } from '../progress/index.ts';
import { encodingSchema } from './encodings.ts';
import type { ImportRow } from './queries.ts';

/** An import as returned by the API. */
export type Import = AnswerOf<typeof importSchema>;

/**
 * Converts an import to the API response. `progress` is undefined if the import has not been started, or if the
 * progress row was already deleted.
 */
export function presentImport(row: ImportRow, progress: ProgressRow | undefined): Import {
  return {
    id: presentId('imp', row.id),
    // Imports in state `receiving` are not listed.
    state: row.state === 'receiving' ? 'waiting' : row.state,
    file_name: row.file_name,
    bytes: row.bytes,
    note: row.note,
    by: row.person_name,
    added: row.added,
    known: row.known,
    rejected: row.rejected,
    values_left_out: row.values_left_out,
    fault: row.fault,
    encoding: row.came_as,
    settings: row.settings,
    can_undo_until: row.undo_until?.toISOString() ?? null,
    undone: row.undone,
    kept: row.kept,
    members_undone: row.members_undone,
    progress: progress ? presentProgress(progress) : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const TIME = Type.String({ format: 'date-time' });

const STATES = ['ready', 'waiting', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const;

export const importSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(STATES, {
      description: 'State of the import. `ready` means that the import has not been started yet.',
    }),
    file_name: Type.String(),
    bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    note: TEXT_OR_NULL,
    by: Type.Union([Type.String(), Type.Null()], { description: 'Name of the user who started the import.' }),
    added: Type.Integer(),
    known: Type.Integer({ description: 'Number of rows whose address already existed.' }),
    rejected: Type.Integer({ description: 'Number of rejected rows.' }),
    values_left_out: Type.Integer({
      description:
        'Number of values that could not be read. The affected rows were imported without these values, and the rejects file lists each value.',
    }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why the import failed.' }),
    encoding: Type.Union([encodingSchema, Type.Null()], {
      description: 'Encoding used to read the file. Postrider detects the encoding unless you set one.',
    }),
    settings: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
      description: 'Settings that were used to start the import.',
    }),
    can_undo_until: Type.Union([TIME, Type.Null()], {
      description: 'Time until which the import can be undone. Null if the import cannot be undone.',
    }),
    undone: Type.Integer({ description: 'Number of imported rows that the undo removed.' }),
    kept: Type.Integer({
      description: 'Number of imported rows that were not undone, because they were changed or used after the import.',
    }),
    members_undone: Type.Integer({
      description: 'Number of list memberships that the import added and the undo removed.',
    }),
    progress: Type.Union([progressSchema, Type.Null()]),
    created_at: TIME,
    finished_at: Type.Union([TIME, Type.Null()]),
  },
  { $id: 'Import' },
);
