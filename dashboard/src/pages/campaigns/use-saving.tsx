import { useRef, useState, type ReactNode } from 'react';
import { ApiProblem, callWith, type Answer } from '../../api.ts';
import { useAutosave } from '../../autosave.tsx';
import { Button } from '../../components/button.tsx';
import { outdate, refresh } from '../../reading.ts';
import { CHANGED, type Campaign, type Change } from './campaign-words.ts';

/** Saves changes to a campaign automatically. Stops if another user or tab has changed the campaign in the meantime. */
export function useSaving(campaign: Campaign): ReturnType<typeof useAutosave<Change>> & {
  /**
   * Whether another user or tab has changed the campaign. Nothing is saved until the user chooses which version to
   * keep.
   */
  readonly isOther: boolean;
  /** Saves the changes on this page, overwriting the changes made elsewhere. */
  readonly keepMine: () => void;
} {
  const seenAt = useRef<string | undefined>(campaign.updated_at);
  const [isOther, setOther] = useState(false);
  const params = { id: String(campaign.id) };
  const saving = useAutosave<Change>(async (body) => {
    let after: Answer<'PATCH /campaigns/{id}'>;
    try {
      after = await callWith('PATCH /campaigns/{id}', { params, body, seenAt: seenAt.current });
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409 && (await isAnother())) setOther(true);
      throw error;
    }
    seenAt.current = after.updated_at;
    setOther(false);
    outdate('GET /campaigns/{id}/checks');
    refresh([...CHANGED, 'POST /campaigns/{id}/preview', 'GET /dashboard/campaigns/{id}/audience']);
  });
  /** Returns whether the campaign has changed since this page loaded or saved it. */
  const isAnother = async (): Promise<boolean> => {
    const now = await callWith('GET /campaigns/{id}', { params });
    return now.updated_at !== seenAt.current;
  };
  return {
    ...saving,
    isOther,
    keepMine: () => {
      seenAt.current = undefined;
      void saving.now();
    },
  };
}

/** Renders a notice that the campaign was changed in another tab or by another user, and asks which version to keep. */
export function OtherChange(props: { readonly onMine: () => void; readonly onTheirs: () => void }): ReactNode {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 card border-warn px-4 py-3">
      <p className="min-w-60 flex-1">
        This email was changed by someone else, or by you in another tab. Your edits aren’t saved until you choose a
        version.
      </p>
      <Button onClick={props.onTheirs}>Load other version</Button>
      <Button onClick={props.onMine}>Keep my version</Button>
    </div>
  );
}
