import { useState, type ReactNode } from 'react';
import { callWith } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Select } from '../../components/select.tsx';
import { contactLanguages } from '../../languages.ts';
import { languageName } from '../../words.ts';
import { isByLanguage, variantsOf, type Campaign, type Change, type VariantChange } from './campaign-words.ts';

/** Content of a campaign in one language, or the campaign's own content, as the composer edits it. */
interface Written {
  readonly subject: string;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: Readonly<Record<string, unknown>> | null;
}

/** The languages of a campaign, and the one that the composer shows. */
export interface Languages {
  /** Number of the variant that is shown. 0 is the campaign's own content. */
  readonly variant: number;
  readonly variants: readonly VariantChange[];
  readonly show: (variant: number) => Promise<void>;
  /** The content that is shown, as it was last loaded or selected. */
  readonly written: Written;
  /** Records a change that the user made to the content that is shown. */
  readonly note: (change: Partial<Written>) => void;
  /** Adds a language with a copy of the campaign's own content, saves it, and shows it. */
  readonly add: (language: string) => Promise<void>;
  /** Removes the language that is shown. */
  readonly remove: () => void;
  /** Prefix of the field paths in errors. */
  readonly prefix: string;
}

/** Holds the variants of a campaign in several languages, and the variant that is shown. */
export function useLanguages(
  campaign: Campaign,
  note: (change: Change) => void,
  now: () => Promise<boolean>,
): Languages {
  const [variants, setVariants] = useState<readonly VariantChange[]>(() =>
    isByLanguage(campaign) ? variantsOf(campaign) : [],
  );
  const [variant, setVariant] = useState(0);
  const report = (next: readonly VariantChange[]): void => {
    setVariants(next);
    note({ variants: [...next] });
  };
  const shown = variants[variant - 1];
  return {
    variant,
    variants,
    written: shown === undefined ? campaign : writtenOf(campaign, shown),
    prefix: shown === undefined ? '' : `variants.${variant - 1}.`,
    async show(next) {
      // The preview shows the last saved version.
      await now();
      setVariant(next);
    },
    note: (change) => {
      if (shown === undefined) note(change);
      else report(variants.with(variant - 1, { ...shown, ...change, ...('subject' in change && subjectOf(change)) }));
    },
    async add(language) {
      await now();
      const { design, html, preview_text, subject, text } = await callWith('GET /campaigns/{id}', {
        params: { id: String(campaign.id) },
      });
      const body = design === null ? { html, text } : { design, text };
      report([...variants, { language, subject, preview_text, ...body }]);
      if (await now()) setVariant(variants.length + 1);
    },
    remove: () => {
      report(variants.toSpliced(variant - 1, 1));
      setVariant(0);
    },
  };
}

function writtenOf(campaign: Campaign, { design, html, preview_text: preview, subject }: VariantChange): Written {
  const own = design ?? null;
  const hasBody = own !== null || (html ?? null) !== null;
  return {
    subject: subject ?? '',
    preview_text: preview ?? null,
    html: hasBody ? (html ?? null) : campaign.html,
    design: hasBody ? own : campaign.design,
  };
}

/** Returns the subject to save: null if the field is empty, so that the campaign's subject is used. */
function subjectOf({ subject }: Partial<Written>): { readonly subject: string | null } {
  return { subject: subject || null };
}

/** Renders a select for the language of the email that is shown. Renders nothing for a campaign in one language. */
export function LanguageSwitch({ languages }: { readonly languages: Languages }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const { remove, show, variant, variants } = languages;
  if (variants.length === 0) return null;
  const names = variants.map(({ language }, index) => ({
    value: String(index + 1),
    label: languageName(language ?? ''),
  }));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2">
      <Select
        label="Language"
        isLabelShown
        className="w-56 max-sm:w-full"
        choices={[{ value: '0', label: 'Default' }, ...names]}
        value={String(variant)}
        onChange={(next) => void show(Number(next))}
      />
      <Button onClick={() => setAdding(true)}>Add language</Button>
      {variant > 0 && (
        <Button look="quiet" onClick={remove}>
          Remove {names[variant - 1]?.label}
        </Button>
      )}
      <p className="basis-full text-sm text-ink-3">
        {variant === 0
          ? 'Contacts whose language is unknown, or not in this list, receive the default content.'
          : 'Contacts with this language receive this content.'}
      </p>
      {isAdding && <AddLanguage languages={languages} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Renders the dialog that adds a language to a campaign. */
export function AddLanguage(props: { readonly languages: Languages; readonly onClose: () => void }): ReactNode {
  const { languages, onClose } = props;
  const used = new Set(languages.variants.map(({ language }) => language));
  const choices = contactLanguages().filter(({ value }) => !used.has(value));
  const [language, setLanguage] = useState(choices[0]?.value ?? '');
  const [isBusy, setBusy] = useState(false);
  return (
    <FormDialog
      title="Add language"
      description="The new language starts with a copy of the default content."
      isOpen
      onClose={onClose}
      action="Add language"
      isBusy={isBusy}
      onSubmit={() => {
        setBusy(true);
        void languages.add(language).finally(onClose);
      }}
    >
      <Select label="Language" isLabelShown choices={choices} value={language} onChange={setLanguage} />
    </FormDialog>
  );
}
