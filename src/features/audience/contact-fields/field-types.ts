export type FieldType = 'text' | 'number' | 'date';

/** Field types by the UUIDs that identify them in the API. The UUIDs are the same for all accounts and installations. */
export const FIELD_TYPE_IDS: Readonly<Record<string, FieldType>> = {
  '0abe5601-7738-43c8-858f-81911ecf89ee': 'text',
  'e43c6471-b3ff-4541-80c5-964c62decd15': 'number',
  'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404': 'date',
};
