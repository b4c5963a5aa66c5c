import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { OWN_IMAGES } from '../../../http/mail-frame.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { addImage, FILE_FIELD } from './add.ts';
import { presentImage } from './present.ts';
import { countImages, imageAnywhere, imageById, imagesPage } from './queries.ts';
import { createReceiver } from './receive.ts';
import { removeImage, type ImageUsage } from './remove.ts';
import { imageDocs } from './route-docs.ts';
import { DECLARED_TYPES, imagesQuery, sentImage } from './schema.ts';
import { createImageServer } from './serve.ts';

const PATH = '/images';

/** What the routes of images need. */
export interface ImageParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  /** Bytes of one image, and of all that an account has. */
  readonly maxBytes: number;
  readonly quotaBytes: number;
  /** Who may stand in the way of deleting an image. */
  readonly usages: readonly ImageUsage[];
}

/** Images of an account, and where everybody gets them. */
export function imageRoutes(parts: ImageParts): Route[] {
  return [...collectionRoutes(parts), ...objectRoutes(parts), publicRoute(parts)];
}

function collectionRoutes(parts: ImageParts): Route[] {
  const { baseUrl, db, maxBytes } = parts;
  const receiver = createReceiver();
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List images',
      scope: ACCOUNT_READ_SCOPES,
      query: imagesQuery,
      doc: imageDocs.list,
      async handle({ principal: { accountId }, query }) {
        const total = (await countImages(db, accountId))[0]?.images ?? 0;
        const offset = offsetOf(query);
        const images = offset < total ? await imagesPage(db, accountId, query.perPage, offset) : [];
        const data = images.map((image) => presentImage(accountId, baseUrl(), image));
        return { status: 200, body: page({ data, total, request: query, url: `${baseUrl()}${PATH}` }) };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Upload an image',
      scope: ACCOUNT_SCOPE,
      query: sentImage,
      upload: { maxBytes, types: DECLARED_TYPES, field: FILE_FIELD, fields: ['name'] },
      doc: imageDocs.create,
      async handle({ principal: { accountId }, query, upload }) {
        const name = upload.fields['name'] || upload.fileName || query.name || '';
        const body = await receiver.receive(accountId, upload.pieces);
        const { image, isNew } = await addImage(parts, accountId, { name, body });
        return { status: isNew ? 201 : 200, body: presentImage(accountId, baseUrl(), image) };
      },
    }),
  ];
}

function objectRoutes(parts: ImageParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get an image',
      scope: ACCOUNT_READ_SCOPES,
      doc: imageDocs.read,
      async handle({ principal: { accountId }, params }) {
        const id = objectIdOf(params['id']);
        const [found] = await imageById(db, accountId, id);
        const image = await ownObject(found, async () => imageAnywhere(db, id));
        return { status: 200, body: presentImage(accountId, baseUrl(), image) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete an image',
      scope: ACCOUNT_SCOPE,
      doc: imageDocs.remove,
      handle: async ({ principal, params }) => remove(parts, principal.accountId, objectIdOf(params['id'])),
    }),
  ];
}

async function remove(parts: ImageParts, accountId: number, id: number): Promise<Reply> {
  const usages = await removeImage(parts, accountId, id);
  if (usages.length === 0) return { status: 200, body: { message: 'The image is deleted.' } };
  return { status: 409, body: { message: 'The image is in use. See usages.', usages } };
}

function publicRoute(parts: ImageParts): Route {
  const serve = createImageServer(parts);
  return route({
    method: 'GET',
    path: `${OWN_IMAGES}:name`,
    summary: 'Get the public file of an image',
    scope: undefined,
    handle: async ({ headers, params }) => serve(params['name'] ?? '', headers['if-none-match']),
  });
}
