import { useEffect, type ReactNode } from 'react';
import type { ApiProblem, Answer, Input, OperationName } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ErrorState, Skeleton } from '../../components/states.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import type { Selection } from '../../components/selection.tsx';
import { refresh, useAct, useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { resultOf, sentenceOf, type Action } from './bulk-words.ts';
import type { Filter } from './contact-filters.ts';

type Job = Answer<'GET /contacts/bulk-actions/{id}'>;
type Wanted = Input<'POST /contacts/bulk-actions'>['body'];

/** Poll interval in milliseconds. The live stream, if there is one, also reports each step. */
const AGAIN_MS = 1_000;

/** Operations whose responses depend on the tags or lists of contacts. */
export const BY_GROUPS: readonly OperationName[] = [
  'GET /contacts',
  'GET /contacts/{id}',
  'GET /dashboard/contacts/{id}/timeline',
  'GET /dashboard/contacts/{id}/automations',
  'GET /contacts/{contact_id}/tags',
  'GET /lists',
  'GET /lists/{id}',
  'GET /lists/{list_id}/contacts',
  'GET /contact-tags',
];

function hasEnded(job: Job | undefined): boolean {
  return job?.status === 'completed' || job?.status === 'failed';
}

function useJob(id: number | undefined): { readonly job: Job | undefined; readonly error: ApiProblem | null } {
  const { data, error } = useRead(
    'GET /contacts/bulk-actions/{id}',
    { params: { id: String(id) } },
    { enabled: id !== undefined, every: (read) => (hasEnded(read.data) ? false : AGAIN_MS) },
  );
  return { job: data, error };
}

/**
 * Counts the contacts that the action would change, as soon as the user has chosen a target. `run` is the job that
 * counts them.
 */
export function useDryRun({
  action,
  filter,
  target,
}: {
  readonly action: Action;
  readonly target: string;
  readonly filter: Filter;
}): { readonly run: Job | undefined; readonly error: ApiProblem | null } {
  const body = JSON.stringify({ action, target_id: Number(target), dry_run: true, filter });
  // This request can be repeated safely, because a dry run changes nothing.
  const { act, answer, error } = useAct('POST /contacts/bulk-actions');
  useEffect(() => {
    if (target === '') return;
    act({ body: JSON.parse(body) as Wanted });
  }, [act, body, target]);
  const { job, error: unread } = useJob(answer?.id);
  return { run: job ?? answer, error: error ?? unread };
}

/** Returns a function that starts a bulk action, and the ID of the action once it has started. */
export function useBulkJob(): {
  readonly begin: (wanted: Wanted) => void;
  readonly id: number | undefined;
  readonly isPending: boolean;
  readonly error: ApiProblem | null;
} {
  const { act, answer, error, isPending } = useAct('POST /contacts/bulk-actions');
  return { begin: (body) => act({ body }), id: answer?.id, isPending, error };
}

/** Renders the progress of a bulk action. The action continues after the dialog is closed. */
export function BulkJob(props: {
  readonly id: number;
  readonly what: { readonly action: Action; readonly name: string };
  readonly selection: Selection;
  readonly onClose: () => void;
}): ReactNode {
  const { id, onClose, selection, what } = props;
  const { action, name } = what;
  const { error, job } = useJob(id);
  const isDone = hasEnded(job);
  useEffect(() => {
    if (isDone) refresh(BY_GROUPS);
  }, [isDone]);
  const close = (): void => {
    selection.set([]);
    onClose();
  };
  return (
    <Dialog title={sentenceOf(action, name, job?.matched_count ?? 0)} isOpen onClose={close}>
      {job ? <State of={job} what={what} /> : error ? <ErrorState problem={error} /> : <Skeleton lines={2} />}
      <DialogActions>
        <Button look={isDone ? 'primary' : 'plain'} onClick={close}>
          {isDone ? 'Close' : 'Run in background'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function State({
  of,
  what,
}: {
  readonly of: Job;
  readonly what: { readonly action: Action; readonly name: string };
}): ReactNode {
  const { error, matched_count: matched, processed_count: done, status } = of;
  if (status === 'failed') return <p className="text-bad">{error}</p>;
  if (status === 'completed') return <p role="status">{resultOf(what.action, what.name, matched ?? 0)}</p>;
  const sentence = matched === null ? 'The job is waiting to start.' : `${count(done)} of ${count(matched)} done.`;
  return <ProgressBar label="Progress" progress={{ done, total: matched, sentence }} />;
}
