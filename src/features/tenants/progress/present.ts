import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { ProgressRow } from './queries.ts';

/** Progress of a job in API responses. */
export type Progress = AnswerOf<typeof progressSchema>;

/** Converts the progress of a job for API responses and the live stream. */
export function presentProgress({ changed_at: changedAt, id, ...row }: ProgressRow): Progress {
  return { id: presentId('job', id), ...row, changed_at: changedAt.toISOString() };
}

export const progressSchema = Type.Object(
  {
    id: Type.String({
      description: 'ID of the job. The job’s `progress` events in the live stream also have this ID.',
    }),
    kind: Type.String(),
    state: Type.Enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    done: Type.Integer({
      description: 'Amount of completed work, out of `total`. For files, `done` and `total` are in bytes.',
    }),
    total: Type.Union([Type.Integer(), Type.Null()]),
    sentence: Type.String({ description: 'A sentence that describes the progress or the result.' }),
    changed_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'JobProgress' },
);
