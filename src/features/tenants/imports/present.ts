import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import { presentProgress, progressSchema, type Progress, type ProgressRow } from '../progress/index.ts';
import type { ImportRow } from './queries.ts';

/** An import, as the API shows it. */
export interface Import {
  readonly id: string;
  readonly state: ProgressRow['state'];
  readonly file_name: string;
  readonly bytes: number;
  readonly note: string | null;
  readonly by: string | null;
  readonly added: number;
  readonly known: number;
  readonly rejected: number;
  readonly fault: string | null;
  readonly progress: Progress | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

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
    fault: row.fault,
    progress: progress ? presentProgress(progress) : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const TIME = Type.String({ format: 'date-time' });

export const importSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Union(['waiting', 'running', 'done', 'failed', 'cancelled'].map((state) => Type.Literal(state))),
    file_name: Type.String(),
    bytes: Type.Integer(),
    note: TEXT_OR_NULL,
    by: Type.Union([Type.String(), Type.Null()], { description: 'Name of the person.' }),
    added: Type.Integer(),
    known: Type.Integer({ description: 'Rows whose address was there already.' }),
    rejected: Type.Integer({ description: 'Rows that were refused.' }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it ended early.' }),
    progress: Type.Union([progressSchema, Type.Null()]),
    created_at: TIME,
    finished_at: Type.Union([TIME, Type.Null()]),
  },
  { $id: 'Import' },
);
