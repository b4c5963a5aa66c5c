import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { plural } from '../../words.ts';

/** Renders the button that applies the saved brand to drafts. Renders nothing if no draft differs from the brand. */
export function ApplyToDrafts(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead('GET /campaign-settings/drafts', {});
  const apply = useAct('POST /campaign-settings/drafts', {
    refresh: ['GET /campaign-settings/drafts', 'GET /dashboard/campaigns', 'GET /campaigns/{id}'],
    onDone: ({ updated }) => {
      toast(`Brand applied to ${plural(updated, 'draft')}.`);
      setOpen(false);
    },
  });
  if (!data || data.count === 0) return null;
  const drafts = plural(data.count, 'draft');
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`Apply to ${drafts}`}</Button>
      <ConfirmDialog
        title={`Apply the brand to ${drafts}?`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action="Apply brand"
        isBusy={apply.isPending}
        problem={apply.error}
        onConfirm={() => apply.act({})}
      >
        This replaces the colors, the font, the logo, and the social links of drafts built with blocks. Colors of
        individual blocks, HTML drafts, and scheduled campaigns stay unchanged.
      </ConfirmDialog>
    </>
  );
}
