import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { presentProgress, progressSchema, type ProgressRow } from '../progress/index.ts';
import { encodingSchema } from './encodings.ts';
import type { ImportRow } from './queries.ts';

/** An import, as the API shows it. */
export type Import = AnswerOf<typeof importSchema>;

/** What is told of an import; its progress is a row of its own, which may be gone first. */
export function presentImport(row: ImportRow, progress: ProgressRow | undefined): Import {
  return {
    id: presentId('imp', row.id),
    // One that is being received is not shown.
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
    state: Type.Enum(STATES, { description: 'An import that is `ready` waits to be started.' }),
    file_name: Type.String(),
    bytes: Type.Integer({ description: 'Size of the file.' }),
    note: TEXT_OR_NULL,
    by: Type.Union([Type.String(), Type.Null()], { description: 'Name of the person.' }),
    added: Type.Integer(),
    known: Type.Integer({ description: 'Rows whose address was there already.' }),
    rejected: Type.Integer({ description: 'Rows that were refused.' }),
    values_left_out: Type.Integer({
      description: 'Values that could not be read. Their rows were taken without them; the rejects list each.',
    }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it ended early.' }),
    encoding: Type.Union([encodingSchema, Type.Null()], {
      description: 'The encoding in which it is read: the detected one until another is chosen.',
    }),
    settings: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
      description: 'What it was started with.',
    }),
    can_undo_until: Type.Union([TIME, Type.Null()], { description: 'Null when it cannot be undone.' }),
    undone: Type.Integer({ description: 'What it had added and undoing took away again.' }),
    kept: Type.Integer({ description: 'What it had added and undoing left, since it was changed or used.' }),
    members_undone: Type.Integer({ description: 'Memberships that it had added and undoing ended.' }),
    progress: Type.Union([progressSchema, Type.Null()]),
    created_at: TIME,
    finished_at: Type.Union([TIME, Type.Null()]),
  },
  { $id: 'Import' },
);
