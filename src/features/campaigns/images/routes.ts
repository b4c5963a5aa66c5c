import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { OWN_IMAGES } from '../../../http/mail-frame.ts';
import { type Reply, route, type Route } from '../../../http/route.ts';
import { addImage, FILE_FIELD } from './add.ts';
import { presentImage } from './present.ts';
import { countImages, imageAnywhere, imageById, imagesPage } from './queries.ts';
import { type ImageUsage, removeImage } from './remove.ts';
import { imageDocs } from './route-docs.ts';
import { DECLARED_TYPES, imagesQuery, sentImage } from './schema.ts';
import { createImageServer } from './serve.ts';
import { Refusal } from '../../../base/refusal.ts';
import { MAX_RECEIVED, MAX_RECEIVED_OF_ACCOUNT } from './limits.ts';

/** Receives files whole, a few at a time. */
interface Receiver {
  /**
   * The bytes of a file. Throws service_unavailable when the account, or all accounts together, have too many on their way,
   * and whatever the file throws.
   */
  receive(accountId: number, pieces: AsyncIterable<Buffer>): Promise<Buffer>;
}

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
  if (usages.length === 0) return { status: 200, body: { message: 'The image was deleted.' } };
  return {
    status: 409,
    body: { message: 'The image is in use. The `usages` field shows where the image is used.', usages },
  };
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

/** A picture is looked at as a whole: so many of them bound what senders who take their time can hold of our memory. */
function createReceiver(): Receiver {
  const inProgress = new Map<number, number>();
  let all = 0;
  return {
    async receive(accountId, pieces) {
      const own = inProgress.get(accountId) ?? 0;
      if (own >= MAX_RECEIVED_OF_ACCOUNT || all >= MAX_RECEIVED) throw tooMany();
      inProgress.set(accountId, own + 1);
      all += 1;
      try {
        const parts: Buffer[] = [];
        for await (const piece of pieces) parts.push(piece);
        return Buffer.concat(parts);
      } finally {
        all -= 1;
        const left = (inProgress.get(accountId) ?? 1) - 1;
        if (left === 0) inProgress.delete(accountId);
        else inProgress.set(accountId, left);
      }
    },
  };
}

function tooMany(): Refusal {
  return new Refusal('service_unavailable', {
    message: `Too many images are being uploaded. An account can upload ${MAX_RECEIVED_OF_ACCOUNT} images at a time.`,
    retryAfterSeconds: 2,
  });
}
