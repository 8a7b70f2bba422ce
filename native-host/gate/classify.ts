import type { Bucket, PageInfo, TargetDescription } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Found, ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { argumentWords, pageToolOf } from './argument-words.ts';
import type { QuestionResource } from './ports.ts';

/** One thing that the policy is asked about: the call on one resource. */
export type Concern = {
  readonly resource: QuestionResource;
  /** The page's URL when the target lies in a frame of another site; null otherwise. */
  readonly frame_url: string | null;
  readonly target: { readonly role: string; readonly name: string } | null;
};

export type Classified = {
  readonly bucket: Bucket;
  readonly concerns: readonly [Concern, ...Concern[]];
  /** Rule notation of what is acted on, for receipt and ledger. */
  readonly resource: string;
  /** `button "Sign in"`, or empty. */
  readonly target: string;
};

type Subject = {
  readonly page: PageInfo | null;
  readonly found: Found;
  readonly hostResource: QuestionResource | null;
  /** Folders that files are taken from; each is judged besides the site. */
  readonly folders: readonly string[];
};

/** Decides bucket and resources from the declaration and from what was found; touches nothing. */
export function classify(
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  subject: Subject,
): Result<Classified> {
  const bucket = tool.bucketOf(args, subject.found);
  if (!tool.buckets.includes(bucket)) throw new Error(`${tool.name} gave the undeclared bucket ${bucket}`);
  const concerns = concernsOf(tool, args, {
    ...subject,
    page: bucket === 'read' || tool.name === 'close_page' ? asRead(subject.page) : subject.page,
  });
  if (!concerns.ok) return concerns;
  const taken = subject.folders.map((path) => plainConcern({ kind: 'folder', path }));
  const [first, ...others] = [...concerns.value, ...taken];
  if (first === undefined) throw new Error(`${tool.name} has nothing to be judged on`);
  return ok({
    bucket,
    concerns: [first, ...others],
    resource: resourceWords(first.resource),
    target: `${argumentWords(tool.name, args)}${subject.found.targets.map(targetWords).join(', ')}`.slice(
      0,
      500,
    ),
  });
}

/** The folders among what a call was judged on. */
export function foldersOf({ concerns }: Classified): readonly string[] {
  return concerns.flatMap(({ resource }) => (resource.kind === 'folder' ? [resource.path] : []));
}

function concernsOf(
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  { page, found, hostResource }: Subject,
): Result<readonly Concern[]> {
  if (hostResource !== null) return ok([plainConcern(hostResource)]);
  const destination = tool.destinationOf(args);
  if (destination !== null) {
    const bad = unfitDestination(destination);
    if (bad !== null) return failed(bad);
    return ok([site(destination, null, null)]);
  }
  if (found.targets.length > 0) return ok(found.targets.flatMap((target) => concernsOfTarget(target, page)));
  if (page !== null) return ok([site(pageUrl(page), null, pageToolOf(tool.name, args))]);
  return ok([plainConcern({ kind: 'none' })]);
}

/**
 * A page that another page has written itself (blob:) is read, and closed, as a page of its writer's site. For anything else its
 * address stays what it is, which no policy lets be acted on.
 */
function asRead(page: PageInfo | null): PageInfo | null {
  if (page === null || !page.url.startsWith('blob:')) return page;
  const { origin } = new URL(page.url);
  return { ...page, url: origin === 'null' ? 'null' : `${origin}/` };
}

function plainConcern(resource: QuestionResource): Concern {
  return { resource, frame_url: null, target: null };
}

// An act inside a frame is an act on the frame's site and on the page that holds it: both must be allowed.
function concernsOfTarget(target: TargetDescription, page: PageInfo | null): readonly Concern[] {
  const named = { role: target.role, name: target.name };
  const framed = page !== null && target.frame.origin !== page.origin;
  if (!framed) return [site(page === null ? frameUrl(target) : pageUrl(page), null, named)];
  return [site(frameUrl(target), pageUrl(page), named), site(pageUrl(page), null, named)];
}

// A sandboxed document has an address and no origin. It is judged as what it is, nobody's, and not as its address's site.
function pageUrl(page: PageInfo): string {
  return page.origin === 'null' ? 'null' : page.url;
}

function frameUrl({ frame }: TargetDescription): string {
  return frame.origin === 'null' ? 'null' : frame.url;
}

function site(url: string, frameUrl: string | null, target: Concern['target']): Concern {
  return { resource: { kind: 'site', url }, frame_url: frameUrl, target };
}

function unfitDestination(url: string): Fault | null {
  const hint = 'Give a whole http or https URL, such as https://example.com/reports.';
  if (!URL.canParse(url)) return fault('bad-arguments', `"${url.slice(0, 200)}" is not a whole URL.`, hint);
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return fault('restricted-target', `Pages of the kind "${protocol}" are not opened.`, hint);
  }
  if (username !== '' || password !== '') {
    return fault('bad-arguments', 'A URL must not carry a user name or password.', hint);
  }
  return null;
}

/** `origin:https://example.com`, `folder:/home/me/Reports`, or `browser` for calls about no site. */
export function resourceWords(resource: QuestionResource): string {
  if (resource.kind === 'folder') return `folder:${resource.path}`;
  if (resource.kind === 'none') return 'browser';
  return `origin:${URL.canParse(resource.url) ? new URL(resource.url).origin : 'null'}`;
}

function targetWords(target: TargetDescription): string {
  const name = target.name.replace(/\s+/g, ' ').trim().slice(0, 100);
  return name === '' ? target.role || target.tag : `${target.role || target.tag} "${name}"`;
}
