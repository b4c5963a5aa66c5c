import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';

/** Returns the action that copies an automation and its emails, and then opens the copy. */
export function useDuplicate() {
  const go = useGo();
  const duplicate = useAct('POST /automations/{id}/duplicate', {
    refresh: ['GET /automations'],
    onDone: ({ id, title }) => {
      toast(`Automation “${title}” created.`);
      go(`/automations/${id}`);
    },
  });
  useProblemToast(duplicate.error);
  return duplicate;
}
