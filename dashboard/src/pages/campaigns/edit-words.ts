import type { Choice } from '../../components/choice.ts';

/** Merge fields that may be put into a mail, each as what is written: those of all accounts, then the account's own. Pure. */
export function fieldTags(own: readonly { readonly name: string; readonly label: string }[]): readonly Choice[] {
  return [
    { value: '{{ contact.first_name | default: "there" }}', label: 'First name' },
    { value: '{{ contact.last_name }}', label: 'Last name' },
    { value: '{{ contact.email }}', label: 'Address' },
    ...own.map(({ label, name }) => ({ value: `{{ contact.${name} }}`, label })),
    { value: '{{ unsubscribe_url }}', label: 'Link to unsubscribe' },
    { value: '{{ preferences_url }}', label: 'Link to preferences' },
    { value: '{{ view_url }}', label: 'Link to read it in a browser' },
  ];
}

/** The HTML of a picture that is as wide as the mail. Pure. */
export function imageTag({ url, width }: { readonly url: string; readonly width: number }): string {
  return `<img src="${url}" width="${Math.min(width, 600)}" alt="" style="max-width: 100%; height: auto">`;
}
