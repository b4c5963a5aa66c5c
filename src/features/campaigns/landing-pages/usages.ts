import type { ListUsage } from '../../audience/lists/index.ts';
import type { ImageUsage } from '../images/index.ts';
import { MAX_NAMED } from './limits.ts';
import { pagesOfImage, pagesOfList } from './queries.ts';

const named = ({ id, title }: { readonly id: number; readonly title: string }) => ({ type: 'landing_page', id, title });

/** Published pages stand in the way of deleting a list that their form adds to. */
export const pagesUsingList: ListUsage = async (tx, accountId, listId) =>
  (await pagesOfList(tx, accountId, listId, MAX_NAMED)).map(named);

/** Pages stand in the way of deleting the image that they show. */
export const pagesUsingImage: ImageUsage = async (tx, accountId, imageId) =>
  (await pagesOfImage(tx, accountId, imageId, MAX_NAMED)).map(named);
