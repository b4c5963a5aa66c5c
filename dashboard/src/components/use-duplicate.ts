import { useGo } from '../filters.ts';
import { useProblemToast } from '../problem-toast.ts';
import { useAct } from '../reading.ts';
import { toast } from './toast.tsx';

/** Types of objects that can be duplicated, and the page on which the copy opens. */
const KINDS = {
  campaign: {
    operation: 'POST /campaigns/{id}/duplicate',
    list: 'GET /dashboard/campaigns',
    noun: 'Draft',
    open: (id: number) => `/campaigns/${id}/edit`,
  },
  form: {
    operation: 'POST /forms/{id}/duplicate',
    list: 'GET /forms',
    noun: 'Form',
    open: (id: number) => `/forms/${id}`,
  },
  automation: {
    operation: 'POST /automations/{id}/duplicate',
    list: 'GET /automations',
    noun: 'Automation',
    open: (id: number) => `/automations/${id}`,
  },
} as const;

/** Returns the action that copies an object, and then opens the copy. */
export function useDuplicate(kind: keyof typeof KINDS) {
  const { list, noun, open, operation } = KINDS[kind];
  const go = useGo();
  const duplicate = useAct(operation, {
    refresh: [list],
    onDone: ({ id, title }) => {
      toast(`${noun} “${title}” created.`);
      go(open(id));
    },
  });
  useProblemToast(duplicate.error);
  return duplicate;
}
