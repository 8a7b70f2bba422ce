// What the policy engine and its worker say to each other. Both ends are ours and of one build, so the shapes are
// types, not schemas.

export type EntityUid = { readonly type: string; readonly id: string };
export type CedarValue =
  | boolean
  | number
  | string
  | readonly CedarValue[]
  | { readonly [name: string]: CedarValue };
export type EntityJson = {
  readonly uid: EntityUid;
  readonly attrs: Readonly<Record<string, CedarValue>>;
  readonly parents: readonly EntityUid[];
};

export type CedarQuery = {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValue>>;
  readonly entities: readonly EntityJson[];
};

/** A text of Cedar policies and where it came from. */
export type PolicyText = {
  readonly file: string;
  readonly text: string;
  /** Overlays and always-on rules only forbid. */
  readonly forbidsOnly: boolean;
};

export type LoadedPolicyText = {
  readonly id: string;
  readonly file: string;
  readonly effect: 'permit' | 'forbid';
  /** The rule in words, for a list of rules. */
  readonly words: string;
  readonly title: string;
  readonly fix: string;
  readonly text: string;
};

export type LoadProblem = { readonly file: string; readonly line: number | null; readonly message: string };

export type EngineRequest =
  | { readonly kind: 'load'; readonly schema: string; readonly texts: readonly PolicyText[] }
  | { readonly kind: 'decide'; readonly query: CedarQuery };

export type LoadAnswer =
  | { readonly kind: 'loaded'; readonly policies: readonly LoadedPolicyText[] }
  | { readonly kind: 'invalid'; readonly problems: readonly LoadProblem[] };

/** What Cedar said, before anything is concluded from it. */
export type CedarAnswer =
  | {
      readonly type: 'success';
      readonly decision: string;
      readonly reason: readonly string[];
      readonly errors: readonly string[];
    }
  | { readonly type: 'failure'; readonly errors: readonly string[] };

export type EngineReply =
  | LoadAnswer
  | { readonly kind: 'decided'; readonly answer: CedarAnswer }
  | { readonly kind: 'threw'; readonly message: string }
  /** Made by the asking side: no reply came in time. */
  | { readonly kind: 'late' };
