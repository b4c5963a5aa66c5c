import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';

/** Returns the action that copies a sign-up form, and then opens the copy. */
export function useDuplicate() {
  const go = useGo();
  const duplicate = useAct('POST /forms/{id}/duplicate', {
    refresh: ['GET /forms'],
    onDone: ({ id, title }) => {
      toast(`Form “${title}” created.`);
      go(`/forms/${id}`);
    },
  });
  useProblemToast(duplicate.error);
  return duplicate;
}
