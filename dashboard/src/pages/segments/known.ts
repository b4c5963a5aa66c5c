import { useRead } from '../../reading.ts';
import { useCampaigns, useLists, useTags } from '../contacts/choices.ts';
import type { Known } from './rule-kinds.ts';

const ALL = { query: { per_page: '1000' } };

/**
 * Returns the objects of the account that the conditions of a segment can refer to, or undefined until they are loaded.
 */
export function useKnown(): Known | undefined {
  const [lists, tags, campaigns] = [useLists(), useTags(), useCampaigns()];
  const fields = useRead('GET /contact-fields', ALL).data;
  const forms = useRead('GET /forms', ALL).data;
  const imports = useRead('GET /contacts/imports', {}).data;
  const isLoaded = lists.isThere && tags.isThere && campaigns.isThere;
  if (!isLoaded || !fields || !forms || !imports) return undefined;
  return {
    lists: lists.choices,
    tags: tags.choices,
    campaigns: campaigns.choices,
    fields: fields.data,
    forms: forms.data.map(({ id, title }) => ({ value: String(id), label: title })),
    imports: imports.data.map(({ file_name: label, id }) => ({ value: id, label })),
  };
}
