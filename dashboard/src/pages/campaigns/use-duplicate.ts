import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';

/** Returns the action that copies an email to a new draft, and then opens the draft in the editor. */
export function useDuplicate() {
  const go = useGo();
  const duplicate = useAct('POST /campaigns/{id}/duplicate', {
    refresh: ['GET /dashboard/campaigns'],
    onDone: ({ id, title }) => {
      toast(`Draft “${title}” created.`);
      go(`/campaigns/${id}/edit`);
    },
  });
  useProblemToast(duplicate.error);
  return duplicate;
}
