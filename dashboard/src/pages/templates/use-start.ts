import type { ApiProblem, Answer } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
import { useRead } from '../../reading.ts';
import { useTemplates } from './use-templates.ts';

/** Prefix of the option values for starter designs. The option value for a template is its ID. */
const DESIGN = 'design:';

/** Content of a new email, as fields of a campaign or template. */
type Content = Partial<
  Pick<Answer<'GET /email-templates/{id}'>, 'preview_text' | 'text' | 'inline_css' | 'html'> & {
    readonly design: Readonly<Record<string, unknown>>;
  }
>;

/**
 * Returns the templates and starter designs for a new email, and the content of the chosen one. The content is
 * undefined until it has loaded.
 */
export function useStart(chosen: string): {
  readonly choices: readonly Choice[];
  readonly content: Content | undefined;
  readonly error: ApiProblem | null;
} {
  const templates = useTemplates();
  const designs = useRead('GET /starting-designs', {}).data?.data ?? [];
  const isTemplate = chosen !== '' && !chosen.startsWith(DESIGN);
  const template = useRead('GET /email-templates/{id}', { params: { id: chosen } }, { enabled: isTemplate });
  const design = designs.find(({ key }) => chosen === startOf(key));
  return {
    choices: [...templates, ...designs.map(({ key, name }) => ({ value: startOf(key), label: `${name} (design)` }))],
    content: isTemplate ? template.data && contentOf(template.data) : design && { design: design.design },
    error: template.error,
  };
}

/** Returns the option value for a starter design. Pure. */
export function startOf(key: string): string {
  return `${DESIGN}${key}`;
}

function contentOf({ design, html, inline_css, preview_text, text }: Answer<'GET /email-templates/{id}'>): Content {
  return { preview_text, text, inline_css, ...(design === null ? { html } : { design }) };
}
