import type { Choice } from '../../components/choice.ts';
import { useRead } from '../../reading.ts';

/** Returns the templates of the account as choices. Each value is a template ID. */
export function useTemplates(): readonly Choice[] {
  const { data } = useRead('GET /email-templates', { query: { per_page: '500' } });
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
