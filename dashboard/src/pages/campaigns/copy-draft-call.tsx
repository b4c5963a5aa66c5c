import type { ReactNode } from 'react';
import { Terminal } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { toast } from '../../components/toast.tsx';
import { useSession } from '../../session.ts';
import { shellQuoted } from '../../shell-quoted.ts';

const BODY = {
  title: 'November',
  subject: 'November news',
  html: '<p>Hello {{ contact.first_name | default: "there" }}</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
};

/** Returns a shell command that creates a draft of a campaign. Pure. */
function draftCall(baseUrl: string): string {
  const headers = '-H "Authorization: Bearer $POSTRIDER_TOKEN" -H "Content-Type: application/json"';
  return `curl ${shellQuoted(`${baseUrl}/campaigns`)} ${headers} -d ${shellQuoted(JSON.stringify(BODY))}`;
}

/** Renders a button that copies the shell command to create a draft. */
export function CopyDraftCall(): ReactNode {
  const { installation } = useSession();
  const copy = async (): Promise<void> => {
    await copyText(draftCall(installation.base_url));
    toast('API call copied. Replace $POSTRIDER_TOKEN with a personal access token.');
  };
  return (
    <Button onClick={() => void copy()} title="Copy as API call">
      <Terminal className="size-4" aria-hidden /> Copy as API call
    </Button>
  );
}
