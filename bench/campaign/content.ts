import { SIGNING } from '../delivery/mails.ts';

/** Paragraphs that make a mail of 7 KB, as those of `bench -- delivery` are. */
const PARAGRAPHS = 8;
const SENTENCE = 'Grüße aus der Werkstatt: drei neue Sorten Tee, zwei Geschichten und ein Gewinn für alle. ';

/** Where the campaign comes from. */
export const FROM = `news@${SIGNING.domain}`;

/** A newsletter with eight links and four merge tags, in the fields of the API. */
export function contentOfCampaign(title: string) {
  const parts = Array.from(
    { length: PARAGRAPHS },
    (_none, index) =>
      `<h2>Story ${index + 1} for {{ contact.first_name | default: "you" }}</h2><p>${SENTENCE}</p>` +
      `<p><a href="https://shop.example/stories/${index + 1}?utm_source=news">Read on</a></p>`,
  );
  return {
    title,
    subject: 'News for {{ contact.first_name | default: "you" }}',
    preview_text: 'Three teas and two stories',
    from_name: 'Tea shop',
    from_email: FROM,
    html:
      `<html><body><h1>Hello {{ contact.first_name | default: "there" }} {{ contact.last_name | default: "" }}</h1>` +
      `${parts.join('')}<p><img src="https://shop.example/tea.png" alt="A cup of tea"></p></body></html>`,
  };
}
