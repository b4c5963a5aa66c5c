import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer, ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { NewImage } from '../../images/dialogs.ts';
import { useFreeForms, useImages } from './choices.ts';

type Shown = Answer<'GET /landing-pages/{id}'>;

const FIELDS = ['title', 'text', 'image_id', 'image_alt', 'description', 'slug', 'form_id'];

export function LandingSettings({ page }: { readonly page: Shown }): ReactNode {
  const forms = useFreeForms(page.id);
  const images = useImages();
  // Wait for the choices, because choices that appear after the form would count as unsaved changes.
  return forms.isThere && images.isThere ? (
    <Opened page={page} forms={forms.choices} images={images} />
  ) : (
    <Skeleton lines={8} />
  );
}

type Images = ReturnType<typeof useImages>;

interface Choosable {
  readonly value: string;
  readonly label: string;
}

function Opened(props: {
  readonly page: Shown;
  readonly forms: readonly Choosable[];
  readonly images: Images;
}): ReactNode {
  const { forms, images, page } = props;
  const [form, setForm] = useState(String(page.form_id));
  const [image, setImage] = useState(page.image_id === null ? '' : String(page.image_id));
  const save = useAct('PATCH /landing-pages/{id}', {
    refresh: ['GET /landing-pages', 'GET /landing-pages/{id}', 'GET /forms'],
    onDone: () => toast('Landing page saved.'),
  });
  const submit = (filled: FormData): void => {
    save.act({
      params: { id: String(page.id) },
      body: {
        title: textOf(filled, 'title'),
        text: textOf(filled, 'text'),
        image_id: image === '' ? null : Number(image),
        ...(image !== '' && { image_alt: textOf(filled, 'image_alt') }),
        description: textOf(filled, 'description'),
        slug: textOf(filled, 'slug'),
        form_id: Number(form),
      },
    });
  };
  return (
    <Form action="Save changes" isMain isBusy={save.isPending} problem={save.error} fields={FIELDS} onSubmit={submit}>
      <Field label="Title" name="title" defaultValue={page.title} autoComplete="off" problem={save.error} />
      <TextArea
        label="Text"
        name="text"
        rows={10}
        defaultValue={page.text}
        hint="You can use Markdown: # headings, - lists, **bold**, *italic*, and [links](https://…)."
        problem={save.error}
      />
      <Picture page={page} images={images} value={image} onChange={setImage} problem={save.error} />
      <Combobox
        label="Form"
        name="form_id"
        choices={forms}
        value={form}
        onChange={setForm}
        hint="Choose the sign-up form for this page."
        problem={save.error}
      />
      <Link to={`/forms/${page.form_id}`} className="self-start text-sm text-accent-ink underline underline-offset-2">
        Edit form
      </Link>
      <Found page={page} problem={save.error} />
    </Form>
  );
}

/**
 * Renders the fields for a landing page's image and for the alternative text of the image. The image can be uploaded
 * here.
 */
function Picture(props: {
  readonly page: Shown;
  readonly images: Images;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { images, onChange, page, problem, value } = props;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Combobox
            label="Image"
            name="image_id"
            choices={images.choices}
            value={value}
            onChange={onChange}
            problem={problem}
          />
        </div>
        <Button onClick={() => setAdding(true)}>Add image</Button>
      </div>
      {value !== '' && (
        <Field
          key={value}
          label="Alt text"
          name="image_alt"
          defaultValue={value === String(page.image_id) ? page.image_alt : images.altOf(value)}
          hint="Describe the image for people who can’t see it. Leave empty if the image is decorative."
          problem={problem}
        />
      )}
      {isAdding && <NewImage onClose={() => setAdding(false)} onAdded={({ id }) => onChange(String(id))} />}
    </>
  );
}

/** Renders the fields for the URL slug of a landing page, and for its appearance in search engines. */
function Found({ page, problem }: { readonly page: Shown; readonly problem: ApiProblem | null }): ReactNode {
  return (
    <>
      <Field
        label="URL slug"
        name="slug"
        defaultValue={page.slug}
        hint="If you change the slug, existing links stop working."
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Description"
        name="description"
        defaultValue={page.description}
        hint="Search results and link previews show this description. Leave empty to use the beginning of the text."
        problem={problem}
      />
    </>
  );
}
