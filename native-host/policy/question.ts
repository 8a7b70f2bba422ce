import type { Bucket, Caller } from '../../shared/actions.ts';

/** What a call acts on. `url` is the document's URL, or `null` (as text) for a document with an opaque origin. */
export type QuestionResource =
  | { readonly kind: 'site'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'none' };

/** One call on one resource, as the policy is asked about it. */
export type Question = {
  readonly caller: Caller;
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource: QuestionResource;
  /** The other document when the target lies in a frame of another site (URL or origin, `null` for opaque); else null. */
  readonly frame_url: string | null;
  readonly target: { readonly role: string; readonly name: string } | null;
  readonly template: {
    readonly id: string;
    readonly version: string;
    readonly reviewed: boolean;
    /** Accepted once by the person or the organisation: its writes and downloads are not asked again. */
    readonly accepted: boolean;
  } | null;
  readonly secret_used: boolean;
  /** The arguments carry data read from a page; `sources` are the origins it came from. */
  readonly tainted: boolean;
  readonly sources: readonly string[];
  /** The person has approved exactly this. */
  readonly granted: boolean;
  /** Mark of the rules under which that yes was given; under others it counts for nothing. Left out: it is not bound. */
  readonly granted_under?: string | null;
  /** Left out: NORMAL. */
  readonly mode?: 'NORMAL' | 'PLAN' | 'AUTO';
};
