import { useState, type ReactNode } from 'react';
import type { Answer, ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded, Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { DEFAULT_COLORS, FONTS, NETWORKS } from '../../design-options.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { NewImage } from '../../images/dialogs.ts';
import { useImages } from '../landing-pages/choices.ts';
import { ApplyToDrafts } from './apply-to-drafts.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { ColorField } from './color-field.tsx';

type Settings = Answer<'GET /dashboard/campaign-settings'>;

/** Colors of the brand: the field of the API, and the color that is used without a brand color. */
const COLORS = [
  { name: 'accent_color', label: 'Accent color', usual: DEFAULT_COLORS.accent, hint: 'Buttons and links.' },
  { name: 'text_color', label: 'Text color', usual: DEFAULT_COLORS.text },
  { name: 'surface_color', label: 'Content background', usual: DEFAULT_COLORS.surface },
  { name: 'background_color', label: 'Page background', usual: DEFAULT_COLORS.background },
] as const;

type ColorName = (typeof COLORS)[number]['name'];
const DEFAULT_FONT = { value: '', label: 'Default' };

/** Renders the brand of the account: its logo, colors, font, footer text, and social links. */
export default function Brand(): ReactNode {
  const mayChange = useMay('account');
  const read = useRead('GET /dashboard/campaign-settings', {});
  const images = useImages();
  return (
    <Page
      title="Brand"
      summary="Set the look of new emails, confirmation emails, and public pages."
      actions={mayChange && <ApplyToDrafts />}
    >
      <Loaded read={read} lines={8}>
        {(settings) => {
          if (!mayChange) return <BrandPreview brand={settings} logo={settings.logo_url} />;
          // Wait for the choices, because choices that appear after the form would count as unsaved changes.
          return images.isThere ? <Edit settings={settings} images={images.choices} /> : <Skeleton lines={8} />;
        }}
      </Loaded>
    </Page>
  );
}

interface Values extends Record<ColorName, string> {
  readonly font: string;
  readonly footer_text: string;
  readonly social_links: Readonly<Record<string, string | null>>;
}

function Edit(props: {
  readonly settings: Settings;
  readonly images: ReturnType<typeof useImages>['choices'];
}): ReactNode {
  const { images, settings } = props;
  const [values, setValues] = useState<Values>(settings);
  const [logo, setLogo] = useState(settings.logo_image_id === null ? '' : String(settings.logo_image_id));
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));
  const save = useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings', 'GET /campaign-settings/drafts', 'GET /starting-designs'],
    onDone: () => toast('Brand saved.'),
  });
  const { error: problem } = save;
  const submit = (form: FormData): void => {
    const links = Object.keys(NETWORKS).map((network) => [network, textOf(form, linkName(network)) || null] as const);
    const colors = COLORS.map(({ name }) => [name, textOf(form, name)] as const);
    save.act({
      body: {
        ...Object.fromEntries(colors),
        font: values.font,
        logo_image_id: logo === '' ? null : Number(logo),
        footer_text: textOf(form, 'footer_text'),
        social_links: Object.fromEntries(links),
      },
    });
  };
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
      <Card>
        <Form
          action="Save brand"
          isMain
          isBusy={save.isPending}
          problem={problem}
          fields={[...COLORS.map(({ name }) => name), 'logo_image_id', 'footer_text', 'social_links']}
          onSubmit={submit}
        >
          <Logo images={images} value={logo} onChange={setLogo} problem={problem} />
          <Look values={values} set={set} problem={problem} />
          <Links values={values.social_links} onChange={(social_links) => set({ social_links })} problem={problem} />
        </Form>
      </Card>
      <div className="lg:sticky lg:top-4">
        <Card title="Preview" summary="New emails look like this.">
          <BrandPreview brand={values} logo={logo === '' ? null : logoUrl(logo, settings)} />
        </Card>
      </div>
    </div>
  );
}

/** Renders the fields for the colors, the font, and the footer text. */
function Look(props: {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { problem, set, values } = props;
  return (
    <>
      {COLORS.map(({ name, ...color }) => (
        <ColorField
          key={name}
          name={name}
          {...color}
          value={values[name]}
          onChange={(value) => set({ [name]: value })}
          problem={problem}
        />
      ))}
      <Select
        label="Font"
        name="font"
        isLabelShown
        choices={[DEFAULT_FONT, ...FONTS]}
        value={values.font}
        onChange={(font) => set({ font })}
      />
      <TextArea
        label="Footer text"
        name="footer_text"
        rows={3}
        defaultValue={values.footer_text}
        onChange={({ target }) => set({ footer_text: target.value })}
        hint="This text appears above the postal address. For example, explain why readers get your emails."
        problem={problem}
      />
    </>
  );
}

/** Returns the URL of the saved logo if it is chosen. Otherwise, returns the ID of the chosen image for the preview. */
function logoUrl(
  id: string,
  { logo_image_id: saved, logo_url: url }: Settings,
): string | { readonly id: string } | null {
  return id === String(saved) ? url : { id };
}

function linkName(network: string): string {
  return `social_links.${network}`;
}

function Logo(props: {
  readonly images: ReturnType<typeof useImages>['choices'];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { images, onChange, problem, value } = props;
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Combobox
          label="Logo"
          name="logo_image_id"
          choices={images}
          value={value}
          onChange={onChange}
          problem={problem}
        />
      </div>
      <Button onClick={() => setAdding(true)}>Add image</Button>
      {isAdding && <NewImage onClose={() => setAdding(false)} onAdded={({ id }) => onChange(String(id))} />}
    </div>
  );
}

function Links(props: {
  readonly values: Values['social_links'];
  readonly onChange: (values: Values['social_links']) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { onChange, problem, values } = props;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-medium">Social links</legend>
      {Object.entries(NETWORKS).map(([network, label]) => (
        <Field
          key={network}
          label={label}
          name={linkName(network)}
          type="url"
          defaultValue={values[network] ?? ''}
          placeholder="https://"
          autoComplete="off"
          onChange={({ target }) => onChange({ ...values, [network]: target.value || null })}
          problem={problem}
        />
      ))}
    </fieldset>
  );
}
