import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { ProgressRow } from './queries.ts';

/** How far a job is, as the API shows it. */
export type Progress = AnswerOf<typeof progressSchema>;

/** What is told of a job; the same in answers and in the live stream. */
export function presentProgress({ changed_at: changedAt, id, ...row }: ProgressRow): Progress {
  return { id: presentId('job', id), ...row, changed_at: changedAt.toISOString() };
}

export const progressSchema = Type.Object(
  {
    id: Type.String({ description: 'Also of the events `progress` of the live stream.' }),
    kind: Type.String(),
    state: Type.Enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    done: Type.Integer({ description: 'Of `total`; of a file its bytes.' }),
    total: Type.Union([Type.Integer(), Type.Null()]),
    sentence: Type.String({ description: 'What it has come to.' }),
    changed_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'JobProgress' },
);
