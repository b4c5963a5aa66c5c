import type { StorableFile } from '../../transactional/messages/index.ts';
import { faultAt, listOf, objectOf, pathOf, textOf, type Given } from '../fields/index.ts';
import { base64Content, checkedFile } from '../vendors/index.ts';
import { SEND_EMAIL } from './operations.ts';

const NAMES = { name: 'FileName', type: 'ContentType', contentId: 'ContentId' };

/** Parses the attachments of an email. Throws validation_error. */
export function attachmentsIn(content: Given): StorableFile[] {
  return listOf(content, 'Attachments').map((each, index) => {
    const at = `${pathOf(content, 'Attachments')}.${index}`;
    const given = objectOf(each, at, SEND_EMAIL.objects['Content.Simple.Attachments']) ?? { at, values: {} };
    const name = textOf(given, 'FileName');
    if (name === undefined) throw faultAt(`${at}.FileName`, 'is required.');
    const disposition = textOf(given, 'ContentDisposition') ?? 'ATTACHMENT';
    if (disposition !== 'ATTACHMENT' && disposition !== 'INLINE') {
      throw faultAt(`${at}.ContentDisposition`, 'must be ATTACHMENT or INLINE.');
    }
    return checkedFile(
      {
        name,
        type: textOf(given, 'ContentType'),
        contentId: textOf(given, 'ContentId'),
        place: disposition === 'INLINE' ? 'inline' : 'attachment',
        content: base64Content(given.values['RawContent'], `${at}.RawContent`),
      },
      at,
      NAMES,
    );
  });
}
