import type { FormEvent, ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { Button } from './button.tsx';
import { FormProblem } from './field.tsx';

/** A form of a page: its fields, what no field shows of a problem, and the button that sends it. */
export function Form(props: {
  readonly action: string;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  /** Names of the fields that show their own faults. */
  readonly fields?: readonly string[];
  readonly onSubmit: (form: FormData) => void;
  /** What the page is for. */
  readonly isMain?: boolean;
  /** The same, and the button is as wide as the form: on pages that are a single card. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { action, isBusy, problem, fields, onSubmit, isMain = false, isWide = false, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className={`flex flex-col gap-4 ${isWide ? '' : 'max-w-md'}`} noValidate>
      {children}
      <FormProblem problem={problem} {...(fields && { fields })} />
      <div>
        <Button
          type="submit"
          look={isMain || isWide ? 'primary' : 'plain'}
          isBusy={isBusy}
          className={isWide ? 'w-full' : ''}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
