import { useState, type FormEvent, type ReactNode } from 'react';
import { Share2 } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';

type Link = Answer<'GET /dashboard/messages/{id}/shares'>['data'][number];

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

interface Whose {
  readonly id: string;
  readonly recipient: string;
}

/**
 * Renders the dialog that creates a link to the route of a message, for a postmaster who has no account on this server.
 */
export function Share({ id, recipient }: Whose): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Share2 className="size-4" aria-hidden /> Share
      </Button>
      <Dialog
        title="Share message route"
        description={
          `Anyone with the link can see the server responses and the route of the message to ${recipient}, without signing in. ` +
          'The page doesn’t show the message content, other recipients, or your account.'
        }
        isOpen={isOpen}
        onClose={close}
        width="wide"
      >
        <Making id={id} recipient={recipient} />
        <Links id={id} />
        <DialogActions>
          <Button onClick={close}>Done</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/**
 * Renders the form that creates a link. The form is mounted each time the dialog opens, so that each link is shown only
 * once.
 */
function Making({ id, recipient }: Whose): ReactNode {
  const [days, setDays] = useState('7');
  const [url, setUrl] = useState<string>();
  const make = useAct('POST /dashboard/messages/{id}/shares', {
    refresh: ['GET /dashboard/messages/{id}/shares'],
    onDone: (made) => setUrl(made.url),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    make.act({ params: { id }, body: { recipient, days: Number(days) } });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="Link expires after"
          isLabelShown
          choices={DAYS}
          value={days}
          onChange={setDays}
          className="w-40"
        />
        <Button type="submit" look="primary" isBusy={make.isPending}>
          Create link
        </Button>
      </div>
      <FormProblem problem={make.error} />
      <div role="status" className="contents">
        {url !== undefined && <Made url={url} />}
      </div>
    </form>
  );
}

function Made({ url }: { readonly url: string }): ReactNode {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2 rounded-control border border-line-strong bg-sunken py-1 pr-1 pl-3">
        <code data-secret className="min-w-0 flex-1 py-1 font-mono text-sm break-all">
          {url}
        </code>
        <CopyButton text={url} label="Copy link" />
      </div>
      <p className="text-sm text-ink-3">Copy the link now. The link isn’t stored and can’t be shown again.</p>
    </div>
  );
}

function Links({ id }: { readonly id: string }): ReactNode {
  const read = useRead('GET /dashboard/messages/{id}/shares', { params: { id } });
  return (
    <Loaded read={read} lines={2}>
      {({ data }) =>
        data.length === 0 ? null : (
          <section aria-label="Active links" className="flex flex-col gap-1">
            <h3 className="font-semibold">Active links</h3>
            <ul>
              {data.map((link) => (
                <LinkRow key={link.id} id={id} link={link} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function LinkRow({ id, link }: { readonly id: string; readonly link: Link }): ReactNode {
  const revoke = useAct('DELETE /dashboard/messages/{id}/shares/{share_id}', {
    refresh: ['GET /dashboard/messages/{id}/shares'],
    onDone: () => toast('Link revoked.'),
  });
  return (
    <li className="border-t border-line py-2">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block break-all">{link.recipient}</span>
          <span className="text-sm text-ink-3">
            until <Time at={link.expires_at} style="date" />
            {link.created_by !== null && `, created by ${link.created_by}`}
          </span>
        </span>
        <Button
          aria-label={`Revoke link ${link.id} for ${link.recipient}`}
          isBusy={revoke.isPending}
          onClick={() => revoke.act({ params: { id, share_id: String(link.id) } })}
        >
          Revoke
        </Button>
      </div>
      <FormProblem problem={revoke.error} />
    </li>
  );
}
