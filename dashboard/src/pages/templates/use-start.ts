import type { ApiProblem, Answer } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
import { useRead } from '../../reading.ts';
import { BEGINNING_OF_HTML } from '../campaigns/edit-words.ts';
import { useTemplates } from './use-templates.ts';

/** Prefix of the option values for starter designs. The option value for a template is its ID. */
const DESIGN = 'design:';

/** Content of a new email, as fields of a campaign or template. */
export type Content = Partial<
  Pick<Answer<'GET /email-templates/{id}'>, 'preview_text' | 'text' | 'inline_css' | 'html'> & {
    readonly design: Readonly<Record<string, unknown>>;
  }
>;

/**
 * Returns the templates and starter designs for a new email, and the content of the chosen one. If none is chosen, the
 * content is a blank email in the given format. The content is undefined until it has loaded.
 */
export function useStart(
  chosen: string,
  format: string,
): {
  readonly choices: readonly Choice[];
  readonly content: Content | undefined;
  readonly error: ApiProblem | null;
} {
  const templates = useTemplates();
  const [blank, ...designs] = useRead('GET /starting-designs', {}).data?.data ?? [];
  const isTemplate = chosen !== '' && !chosen.startsWith(DESIGN);
  const template = useRead('GET /email-templates/{id}', { params: { id: chosen } }, { enabled: isTemplate });
  const start = chosen === '' ? blank : designs.find(({ key }) => chosen === startOf(key));
  const ofStart = chosen === '' && format === 'html' ? { html: BEGINNING_OF_HTML } : start && { design: start.design };
  return {
    choices: [...templates, ...designs.map(({ key, name }) => ({ value: startOf(key), label: `${name} (design)` }))],
    content: isTemplate ? template.data && contentOf(template.data) : ofStart,
    error: template.error,
  };
}

/** Returns a blank email in the look of the account. Undefined until it has loaded. */
export function useBlank(): BlankDesign | undefined {
  const [blank] = useRead('GET /starting-designs', {}).data?.data ?? [];
  // Safe cast: the starter designs of the server have this structure.
  return blank?.design as BlankDesign | undefined;
}

/** The design of a blank email. */
export type BlankDesign = {
  readonly type: 'doc';
  readonly content: readonly { readonly type: string }[];
};

/** Returns a design in the look of a blank email, with its logo and its social links around other blocks. Pure. */
export function designAround(blank: BlankDesign, blocks: readonly { readonly type: string }[]): BlankDesign {
  const ofType = (type: string) => blank.content.filter((block) => block.type === type);
  return { ...blank, content: [...ofType('image'), ...blocks, ...ofType('social')] };
}

/** Returns the option value for a starter design. Pure. */
export function startOf(key: string): string {
  return `${DESIGN}${key}`;
}

function contentOf({ design, html, inline_css, preview_text, text }: Answer<'GET /email-templates/{id}'>): Content {
  return { preview_text, text, inline_css, ...(design === null ? { html } : { design }) };
}
