import type { Bucket } from '../../../shared/actions.ts';

/** What each kind of act means for a person. */
export const bucketWords: Readonly<Record<Bucket, { readonly short: string; readonly long: string }>> = {
  read: { short: 'reads', long: 'reads: looks at pages and changes nothing' },
  write: { short: 'changes', long: 'changes: presses, fills in, sends' },
  delete: { short: 'deletes', long: 'deletes: presses what says that something goes away' },
  admin: { short: 'keeps files', long: 'keeps files: downloads and what reaches beyond the page' },
};

export function BucketTag({ bucket }: { readonly bucket: Bucket }) {
  return <span class={`bucket is-${bucket}`}>{bucketWords[bucket].short}</span>;
}
