import { z } from 'zod';
import { BlockedHop, type Bucket, PageId, PageInfo, type TargetDescription } from '../actions.ts';
import { selectorCharactersMax } from '../limits.ts';

// A tool is declared once. The JSON schema for models and MCP clients, the actions of the policy, the command line's
// help and the table in the documentation are all made from the declaration. What a tool does stands where it runs:
// `entrypoints/background/tools/` in the browser, `native-host/` in the host.

export const ToolCategory = z.enum([
  'navigation',
  'input',
  'extraction',
  'code mode',
  'patterns',
  'files',
  'pages',
]);
export type ToolCategory = z.infer<typeof ToolCategory>;

/** How far a target must have come before the tool may touch it. Each level includes the ones before it. */
export type Readiness = 'attached' | 'visible' | 'receives-events' | 'enabled' | 'editable';

export type TargetQuery = {
  readonly selector: string;
  readonly readiness: Readiness;
  /** A place of the caller's choice inside the target. */
  readonly position?: z.output<typeof Position>;
};

export type ToolDeclaration<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = {
  readonly name: Name;
  readonly title: string;
  /** For the model: what it does, when to use it, in two sentences at most. */
  readonly summary: string;
  readonly category: ToolCategory;
  /** `core` is always offered; `more` when a caller switches it on; `pattern` tools combine primitives. */
  readonly group: 'core' | 'more' | 'pattern';
  readonly runs_in: 'extension' | 'host';
  /** Every bucket that `bucketOf` can give, the usual one first. */
  readonly buckets: readonly [Bucket, ...Bucket[]];
  readonly bucketOf: (args: z.output<Input>, found: Found) => Bucket;
  /** Changes something in the browser or on disk, if only what is shown; such a call is intended durably and run once. */
  readonly acts: boolean;
  /** The page it needs: `current` (fault `no-page` without one), `optional`, or none at all. */
  readonly page: 'current' | 'optional' | 'none';
  readonly input: Input;
  readonly output: Output;
  /** Targets that `prepare` resolves, in this order; none for most reads. */
  readonly targetsOf: (args: z.output<Input>) => readonly TargetQuery[];
  /** The URL that the call goes to, for tools that leave the current page; null otherwise. */
  readonly destinationOf: (args: z.output<Input>) => string | null;
};

/** What is known of the call's objects when it is classified. */
export type Found = {
  readonly targets: readonly TargetDescription[];
  readonly dialogOfDelete: boolean;
};

type Optional = 'targetsOf' | 'destinationOf' | 'bucketOf' | 'runs_in' | 'group' | 'page';

/** Declares a tool; what is left out has the usual value: in the extension, core, on the current page, its only bucket. */
export function defineTool<Name extends string, Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<ToolDeclaration<Name, Input, Output>, Optional> &
    Partial<Pick<ToolDeclaration<Name, Input, Output>, Optional>>,
): ToolDeclaration<Name, Input, Output> {
  return Object.freeze({
    targetsOf: () => [],
    destinationOf: () => null,
    bucketOf: () => tool.buckets[0],
    runs_in: 'extension',
    group: 'core',
    page: 'current',
    ...tool,
  });
}

/** Selector of 2-contracts §1: CSS, `ref=…`, `role=…[name="…"]`, `text=…`, `label=…`, `placeholder=…`, `testid=…`, `xpath=…`, parts joined by ` >> `. */
export const Selector = z.string().trim().min(1).max(selectorCharactersMax);

/** CSS pixels from the target's top left corner, for drawings and the like; left out, a point that the target shows. */
export const Position = z.strictObject({
  x: z.number().min(0).max(100_000),
  y: z.number().min(0).max(100_000),
});

/** A stored secret by its name; the host alone knows the value. */
export const SecretName = z
  .string()
  .regex(/^secret:[A-Za-z0-9_.-]{1,100}$/, 'must name a stored secret: secret:NAME');

/** The code of the moment of a stored source of codes. */
export const SecretCode = z
  .string()
  .regex(/^secret:[A-Za-z0-9_.-]{1,100}#totp$/, 'must name a stored source of codes: secret:NAME#totp');

/** The page to work on; left out, the caller's own current page. */
export const pageArg = { page: PageId.optional() };

/** Deadline of a whole call in milliseconds: default 10 s, from 100 ms to 2 min. */
export const timeoutArg = { timeout_ms: z.int().min(100).max(120_000).default(10_000) };

/** What every result tells besides the tool's own fields. */
export const CommonResult = z.object({
  page: PageId.nullable(),
  url: z.string(),
  title: z.string(),
  navigated: z.boolean(),
  opened: z.array(PageInfo),
  dialog: z.object({ kind: z.string(), message: z.string() }).nullable(),
  download: z
    .object({
      id: z.string(),
      filename: z.string(),
      url: z.string(),
      /** False: it was stopped, and `note` says what to do; only the download tool keeps files. */
      kept: z.boolean(),
      note: z.string().optional(),
    })
    .nullable(),
  /** Navigations that the policy stopped; nothing was sent to any of these addresses. */
  blocked: z.array(BlockedHop).optional(),
  /** Refs whose own element was gone, and that were taken to mean the one in its place. */
  rematched: z.array(z.string()).optional(),
});
