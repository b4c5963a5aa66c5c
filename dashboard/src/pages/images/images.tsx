import { useState, type ReactNode } from 'react';
import { Folder, Upload } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural, size } from '../../words.ts';
import { nameOf, pathOf } from '../../images/image-parts.ts';
import { CropImage, NewImage } from '../../images/dialogs.ts';
import { LARGE_BYTES } from '../../images/resize.ts';

type Image = Answer<'GET /images'>['data'][number];

const PER_PAGE = '48';

/** Renders the images of the account. Emails and pages can contain these images. */
export default function Images(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const read = useRead(
    'GET /images',
    { query: { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  useDoParameter(mayChange && 'add', () => setAdding(true));
  const add = mayChange && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Upload className="size-4" aria-hidden /> Add image
    </Button>
  );
  return (
    <Page
      title="Images"
      summary="Manage images for emails and landing pages. Anyone with an image’s URL can view the image."
      actions={add}
    >
      <div className="max-w-md">
        <SearchField
          label="Search by name, alt text, or folder"
          value={query ?? ''}
          onSearch={(text) => setFilters({ query: text })}
        />
      </div>
      <Loaded read={read} lines={6}>
        {(answer) =>
          answer.data.length === 0 ? (
            <section className="card">
              <Empty isFiltered={Boolean(query)} add={add} />
            </section>
          ) : (
            <section aria-label="Images" className="flex flex-col gap-4">
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4 max-sm:grid-cols-1">
                {answer.data.map((image) => (
                  <Tile
                    key={image.id}
                    image={image}
                    onFolder={(folder) => setFilters({ query: folder })}
                    {...(mayChange && { actions: actionsFor(image, setOpened) })}
                  />
                ))}
              </ul>
              <Pager {...pagesNumbered(answer)} onPageChange={setFilters} total={plural(answer.total, 'image')} />
            </section>
          )
        }
      </Loaded>
      {isAdding && <NewImage onClose={() => setAdding(false)} />}
      {opened && <OpenedDialog {...opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** The dialog that is open, and its image. */
interface Opened {
  readonly dialog: keyof typeof DIALOGS;
  readonly image: Image;
}

const DIALOGS = { edit: Edit, crop: CropImage, delete: Delete };

function OpenedDialog({ dialog, ...props }: Opened & { readonly onClose: () => void }): ReactNode {
  const Shown = DIALOGS[dialog];
  return <Shown {...props} />;
}

function actionsFor(image: Image, open: (opened: Opened) => void): readonly RowAction[] {
  return [
    { label: 'Edit', onClick: () => open({ dialog: 'edit', image }) },
    { label: 'Crop', onClick: () => open({ dialog: 'crop', image }) },
    { label: 'Delete', onClick: () => open({ dialog: 'delete', image }), isDanger: true },
  ];
}

function Empty({ add, isFiltered }: { readonly isFiltered: boolean; readonly add: ReactNode }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No images match your search">Try another name, alt text, or folder.</EmptyState>
  ) : (
    <EmptyState title="No images yet" action={add}>
      Upload images to use them in emails and landing pages.
    </EmptyState>
  );
}

/** Renders an image. The actions are undefined if the user may not change images. */
function Tile(props: {
  readonly image: Image;
  readonly onFolder: (folder: string) => void;
  readonly actions?: readonly RowAction[];
}): ReactNode {
  const { actions, image, onFolder } = props;
  const name = nameOf(image);
  return (
    <li className="min-w-0 card">
      <a href={pathOf(image)} target="_blank" rel="noreferrer" aria-label={`View ${name} at full size`}>
        <img
          src={pathOf(image)}
          alt={image.alt}
          loading="lazy"
          className="h-40 w-full rounded-t-card border-b border-line bg-sunken object-contain"
        />
      </a>
      <div className="flex items-start gap-1 p-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-ink-3">
            {image.width} × {image.height}, {size(image.bytes)}
          </p>
          {image.bytes > LARGE_BYTES && <p className="text-sm text-warn">Loads slowly on phones</p>}
          {image.alt !== '' && <p className="truncate text-sm text-ink-3">{image.alt}</p>}
          {image.folder !== '' && (
            <button
              type="button"
              onClick={() => onFolder(image.folder)}
              aria-label={`Show images in folder ${image.folder}`}
              className="flex max-w-full items-center gap-1.5 text-left text-sm text-accent-ink underline underline-offset-2"
            >
              <Folder className="size-3.5 shrink-0" aria-hidden />
              <span className="truncate">{image.folder}</span>
            </button>
          )}
          <p className="text-sm text-ink-3">
            <Time at={image.created_at} style="date" />
          </p>
        </div>
        <CopyButton text={image.url} label={`Copy URL of ${name}`} />
        {actions && <RowMenu label={`Actions for ${name}`} actions={actions} />}
      </div>
    </li>
  );
}

function Edit({ image, onClose }: { readonly image: Image; readonly onClose: () => void }): ReactNode {
  const change = useAct('PATCH /images/{id}', {
    refresh: ['GET /images'],
    onDone: () => {
      toast('Image saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit “${nameOf(image)}”`}
      isOpen
      onClose={onClose}
      action="Save image"
      isBusy={change.isPending}
      problem={change.error}
      fields={['name', 'alt', 'folder']}
      onSubmit={(form) =>
        change.act({
          params: { id: String(image.id) },
          body: { name: textOf(form, 'name'), alt: textOf(form, 'alt'), folder: textOf(form, 'folder') },
        })
      }
    >
      <Field label="Name" name="name" defaultValue={image.name} autoComplete="off" problem={change.error} />
      <Field
        label="Alt text"
        name="alt"
        defaultValue={image.alt}
        hint="This text is used when the image is inserted. Emails that contain the image stay unchanged."
        autoComplete="off"
        problem={change.error}
      />
      <Field
        label="Folder"
        name="folder"
        defaultValue={image.folder}
        hint="To find all images in a folder, search for the folder’s name."
        autoComplete="off"
        problem={change.error}
      />
    </FormDialog>
  );
}

function Delete({ image, onClose }: { readonly image: Image; readonly onClose: () => void }): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /images/{id}"
      id={image.id}
      noun="image"
      name={nameOf(image)}
      refresh={['GET /images']}
      onClose={onClose}
    >
      Emails already sent will no longer show this image. An image that’s still in use can’t be deleted.
    </DeleteDialog>
  );
}
